import type { ConfirmationFacts, PaymentType } from "@/api/types";
import { daysUntil, formatDate, shortDate } from "@/lib/dates";
import { centsOf, formatCents } from "@/lib/money";
import { files } from "@/lib/paths";
import { lookUpLabel } from "@/lib/labels";
import { formatCard } from "@/parts/cardText";
import type { PaymentRecord } from "../confirmPayment";

/** What the confirmation shows, taken from the server's record and not from the URL. */
export type Receipt = {
  title: string;
  badge: string;
  confirmationNumber: string;
  /** The issuer's citation number; null once the item is no longer on record. */
  citationNumber: string | null;
  issuer: string | null;
  action: string;
  /** Name of the item's kind: ticket, parking ticket or toll. */
  itemName: string;
  itemId: number | null;
  violationName: string;
  violationType: string | null;
  /** Where the violation happened; null for a toll, whose road is its label. */
  location: string | null;
  amount: string;
  /** The card, such as `Visa ending in 4242`; null until it is known. */
  card: string | null;
  /** Whether the page shows the amount. A lawyer hire's page doesn't; the receipt's PDF always does. */
  showsAmount: boolean;
  date: string;
  time: string;
  /** URL of the receipt's PDF. */
  file: string;
};

/**
 * Builds a number from the last six digits of the current time in milliseconds. Used only if the record has no
 * confirmation number.
 */
export function makeFallbackNumber(now: number): string {
  return `CONF-${String(now).slice(-6)}`;
}

type Kind = Pick<Receipt, "title" | "action" | "itemName" | "violationName">;

const VIOLATION = "Violation type";
const KINDS: Record<PaymentType, Kind> = {
  traffic_ticket: {
    title: "Payment Confirmed",
    action: "Traffic ticket payment",
    itemName: "Ticket ID",
    violationName: VIOLATION,
  },
  parking: {
    title: "Payment Confirmed",
    action: "Parking ticket payment",
    itemName: "Parking ticket ID",
    violationName: VIOLATION,
  },
  toll: {
    title: "Toll Payment Confirmed",
    action: "Toll payment",
    itemName: "Toll ID",
    violationName: "Toll road",
  },
};
const OTHER_KIND: Kind = {
  title: "Payment Confirmed",
  action: "Payment",
  itemName: "Item ID",
  violationName: VIOLATION,
};

const formatMoney = (decimal: string) => formatCents(centsOf(decimal));

function formatDateAndTime(createdAt: string) {
  const time = new Date(createdAt).toLocaleTimeString("en-US", {
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  return { date: formatDate(createdAt), time };
}

/**
 * Returns what the confirmation page shows about a payment. `now` is in milliseconds since 1970.
 */
export function receiptOf(record: PaymentRecord, now: number): Receipt {
  const card = record.afterwards.card && formatCard(record.afterwards.card);
  const { citationNumber, issuer } = record.afterwards;
  const place = record.afterwards.place ?? null;
  if (record.kind === "hire") {
    const { hire } = record;
    return {
      title: "Lawyer Consultation Requested",
      badge: "Payment Approved",
      confirmationNumber: hire.confirmationNumber || makeFallbackNumber(now),
      citationNumber,
      issuer,
      action: "Lawyer hired",
      itemName: "Ticket ID",
      itemId: hire.ticketId ?? null,
      violationName: VIOLATION,
      violationType: hire.violationType ?? null,
      location: place,
      amount: formatMoney(hire.amount),
      card,
      showsAmount: false,
      file: files.hireReceipt(hire.id),
      ...formatDateAndTime(hire.createdAt),
    };
  }
  const { transaction } = record;
  return {
    ...(lookUpLabel(KINDS, transaction.paymentType) ?? OTHER_KIND),
    badge: "Paid",
    confirmationNumber: transaction.confirmationNumber || makeFallbackNumber(now),
    citationNumber,
    issuer,
    itemId: transaction.itemId,
    violationType: transaction.violationType ?? null,
    location: place,
    amount: formatMoney(transaction.amount),
    card,
    showsAmount: true,
    file: files.receipt(transaction.id),
    ...formatDateAndTime(transaction.createdAt),
  };
}

/** Says what remains due, counted as in Next Due, such as "8 items left. The next is due Nov 27." */
export function describeNextDue({ left, nextDueDate }: ConfirmationFacts, now: Date): string {
  if (left === 0)
    return "Your driving profile shows disputes, court dates and anything in progress.";
  const items = left === 1 ? "1 item" : `${left} items`;
  if (nextDueDate === null)
    return `${items} left. ${left === 1 ? "It has no due date." : "None has a due date."}`;
  const dueText = formatDueDate(nextDueDate, now);
  return `${items} left. ${left === 1 ? "It" : "The next"} ${dueText}.`;
}

/** Returns "is due Nov 27" or, after that date, "was due Nov 27, 2 days ago". */
function formatDueDate(date: string, now: Date): string {
  const day = shortDate(date, now);
  const days = daysUntil(date, now) ?? 0;
  if (days >= 0) return `is due ${day}`;
  return `was due ${day}, ${days === -1 ? "1 day" : `${-days} days`} ago`;
}
