import type { WaitingRecord, WaitingQueue } from "@/api/types";
import { displayPhone } from "@/lib/phone";
import { lookUpLabel } from "@/lib/labels";
import { deskPaths, REPLY_STATE } from "../desk/deskPaths";

type QueueLink = {
  /** Short name of this kind of record. */
  name: string;
  /** Label of the link to the record. */
  action: string;
  to: (target: { q: string; row: number }) => string;
};

const QUEUES: Record<WaitingQueue, QueueLink> = {
  "lawyer-hire": { name: "Lawyer hire", action: "View hire", to: deskPaths.hires },
  "missing-ticket": {
    name: "Missing ticket",
    action: "Review report",
    to: deskPaths.missingTickets,
  },
  "vehicle-update": {
    name: "Vehicle update",
    action: "Review plate",
    to: deskPaths.vehicleUpdates,
  },
  "status-request": {
    name: "License status request",
    action: "Check status",
    to: deskPaths.statusRequests,
  },
  "help-inquiry": { name: "Help inquiry", action: "Answer", to: deskPaths.helpInquiries },
  "text-notification": {
    name: "Text notification request",
    action: "View request",
    to: ({ row }) => deskPaths.textRequests(row),
  },
  "added-item": {
    name: "Driver-added ticket",
    action: "Check ticket",
    to: ({ row }) => deskPaths.addedItems({ item: row }),
  },
  hardship: {
    name: "Hardship request",
    action: "Answer",
    to: ({ row }) => deskPaths.hardship({ request: row }),
  },
  "text-reply": { name: "Text reply", action: "Read reply", to: deskPaths.replies },
  citation: {
    name: "Unmatched citations",
    action: "Review",
    to: ({ row }) => deskPaths.citations({ user: row }),
  },
  chargeback: { name: "Chargeback", action: "Respond to bank", to: deskPaths.chargebacks },
  refund: {
    name: "Refund",
    action: "View refund",
    to: ({ row }) => deskPaths.money({ refund: row }),
  },
  orphan: {
    name: "Payments that don’t match our records",
    action: "View payments",
    to: () => deskPaths.money(),
  },
  "unread-event": {
    name: "Payment provider’s unreadable messages",
    action: "View messages",
    to: () => deskPaths.money(),
  },
  "billed-again": {
    name: "Bill for a paid item",
    action: "Resolve",
    to: () => deskPaths.billedAgain(),
  },
  remittance: {
    name: "Money to send",
    action: "View outgoing payments",
    to: () => deskPaths.remittances(),
  },
};

/** Returns the link to the page where staff handle the record. */
export function linkOf({ queue, id }: WaitingRecord) {
  const queueLink = lookUpLabel(QUEUES, queue);
  return {
    name: queueLink?.name ?? queue,
    action: queueLink?.action ?? "View",
    to: queueLink?.to({ q: String(id), row: id }) ?? "/admin",
    state: queue === "help-inquiry" ? REPLY_STATE : undefined,
  };
}

/** Returns the record's label, with a phone number formatted for display. */
export const labelOf = ({ queue, label }: WaitingRecord): string =>
  queue === "text-notification" ? displayPhone(label) : label;
