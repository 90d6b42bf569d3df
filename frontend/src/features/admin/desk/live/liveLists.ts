import { UNSOLVED_COUNTS } from "../calls";
import type { DeskPage, ListWithTotals } from "../deskPages";

/** Paths of the calls that count what needs a response. */
export const COUNTS = [UNSOLVED_COUNTS, "/api/admin/waiting"] as const;

/** Cache key for the history of a record. */
export const HISTORY = "/api/admin/audit#history";

/** Cache key for the refunds of a payment. */
export const REFUNDS = "/api/admin/payments#refunds";

const ITEMS = ["/api/admin/users", HISTORY] as const;

/** For each kind of record in the audit trail: the calls, other than its list, whose responses show such records. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  lawyer_hire: [REFUNDS, "/api/admin/cases"],
  lawyer: ["/api/admin/lawyers"],
  text_notification_request: ["/api/text-notifications"],
  user: ["/api/users", "/api/driving-profile", "/api/admin/users"],
  ticket: ["/api/tickets", ...ITEMS],
  parking: ["/api/parking", ...ITEMS],
  toll: ["/api/tolls", ...ITEMS],
  payment_transaction: ["/api/tickets", "/api/parking", "/api/tolls", REFUNDS],
  chargeback: [REFUNDS],
};

const callsOf = ({ call, sums }: ListWithTotals["list"]) => [
  call.url,
  ...(sums ? [sums.url] : []),
  HISTORY,
];

/** Returns the paths of all calls that show records of these kinds. Without kinds, returns all paths. */
export function callsShowing(
  pages: readonly DeskPage[],
  kinds: Iterable<string>,
): readonly string[] {
  const shown = pages.flatMap(({ shows }) => shows ?? []);
  const known = [...kinds].flatMap((of) => [
    ...shown.filter(({ kind }) => kind === of).flatMap(({ list }) => callsOf(list)),
    ...(BESIDE[of] ?? []),
  ]);
  const all = () => [
    ...shown.flatMap(({ list }) => callsOf(list)),
    ...Object.values(BESIDE).flat(),
  ];
  return [...new Set(known.length > 0 ? known : all())];
}
