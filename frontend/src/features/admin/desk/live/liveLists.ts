import { UNSOLVED_COUNTS } from "../calls";
import type { DeskPage, ListWithTotals } from "../deskPages";

/** Paths of the calls that count the records that need a response. */
export const COUNTS = [UNSOLVED_COUNTS, "/api/admin/waiting"] as const;

/** Cache key for the history of a record. */
export const HISTORY = "/api/admin/audit#history";

/** Cache key for the refunds of a payment. */
export const REFUNDS = "/api/admin/payments#refunds";

const ITEMS = ["/api/admin/users", HISTORY] as const;

/**
 * For each kind of record in the audit trail: the calls whose responses show records of that kind,
 * apart from the kind's own list call.
 */
const OTHER_CALLS: Readonly<Record<string, readonly string[]>> = {
  lawyer_hire: [REFUNDS, "/api/admin/cases"],
  lawyer: ["/api/admin/lawyers"],
  text_notification_request: ["/api/text-notifications"],
  notice_reply: ["/api/admin/replies"],
  user: ["/api/users", "/api/driving-profile", "/api/admin/users", "/api/admin/hardship-requests"],
  ticket: ["/api/tickets", ...ITEMS],
  parking: ["/api/parking", ...ITEMS],
  toll: ["/api/tolls", ...ITEMS],
  payment_transaction: ["/api/tickets", "/api/parking", "/api/tolls", REFUNDS],
  chargeback: [REFUNDS],
};

/** Returns the paths of a list's calls, and of the history that shows its records' changes. */
const callsOf = ({ call, sums }: ListWithTotals["list"]) => [
  call.url,
  ...(sums ? [sums.url] : []),
  HISTORY,
];

/**
 * Returns the paths of all calls that show records of these kinds. Returns all paths if there are no kinds, or if no
 * call shows any of them.
 */
export function callsShowing(
  pages: readonly DeskPage[],
  kinds: Iterable<string>,
): readonly string[] {
  const lists = pages.flatMap(({ shows }) => shows ?? []);
  const calls = [...kinds].flatMap((kindOfChange) => [
    ...lists.filter(({ kind }) => kind === kindOfChange).flatMap(({ list }) => callsOf(list)),
    ...(OTHER_CALLS[kindOfChange] ?? []),
  ]);
  const allCalls = () => [
    ...lists.flatMap(({ list }) => callsOf(list)),
    ...Object.values(OTHER_CALLS).flat(),
  ];
  return [...new Set(calls.length > 0 ? calls : allCalls())];
}
