import type { SearchResult, SearchResultKind, SearchResults, User } from "@/api/types";

import { displayPhone } from "@/lib/phone";
import { foldForSearch, lookUpLabel } from "@/lib/labels";
import { deskPaths } from "../deskPaths";
import { formatDriverName } from "../driver";

/** An entry of the palette: a driver, record, page or action. */
export type Entry = {
  id: string;
  kind: "driver" | "record" | "page" | "action";
  label: string;
  detail?: string;
  aside?: string;
  to: string;
};

const KINDS: Record<SearchResultKind, string> = {
  ticket: "Ticket",
  parking: "Parking ticket",
  toll: "Toll",
  hire: "Lawyer hire",
  payment: "Payment",
  inquiry: "Help inquiry",
  report: "Missing ticket report",
};

/** Returns the address of a record: items are on their driver's page, other records open in their list. */
function pathOf({ kind, id, userId, confirmationNumber }: SearchResult): string {
  const open = { q: confirmationNumber ?? String(id), row: id };
  switch (kind) {
    case "hire":
      return deskPaths.hires(open);
    case "payment":
      return deskPaths.transactions(open);
    case "inquiry":
      return deskPaths.helpInquiries(open);
    case "report":
      return deskPaths.missingTickets(open);
    default:
      return deskPaths.user(userId);
  }
}

export function buildDriverEntry(user: User): Entry {
  const { id, fullName, username, email, role, state } = user;
  const details = [
    email,
    [user.driversLicenseNumber, state].filter(Boolean).join(" "),
    user.vehicleLicensePlate,
    user.phoneNumber && displayPhone(user.phoneNumber),
  ];
  return {
    id: `driver-${id}`,
    kind: "driver",
    label: fullName ?? username,
    detail: details.filter(Boolean).join(" · "),
    aside: role === "admin" ? `Staff #${id}` : `#${id}`,
    to: deskPaths.user(id),
  };
}

function buildRecordEntry(record: SearchResult): Entry {
  const { kind, id, label, citationNumber, confirmationNumber } = record;
  const aside = citationNumber ?? confirmationNumber;
  return {
    id: `${kind}-${id}`,
    kind: "record",
    label: `${lookUpLabel(KINDS, kind) ?? kind} ${id}`,
    detail: [label, formatDriverName(record)].filter(Boolean).join(" · "),
    ...(aside && { aside }),
    to: pathOf(record),
  };
}

/** Converts search results to palette entries, drivers first. */
export const entriesOf = ({ drivers, records }: SearchResults): Entry[] => [
  ...drivers.map(buildDriverEntry),
  ...records.map(buildRecordEntry),
];

/** Returns the entries that have a word starting with each typed word. */
export function filterEntries(entries: readonly Entry[], query: string): Entry[] {
  const typed = foldForSearch(query).split(/\s+/).filter(Boolean);
  return entries.filter(({ label }) => {
    const words = foldForSearch(label).split(/[\s&-]+/);
    return typed.every((start) => words.some((word) => word.startsWith(start)));
  });
}
