import { UNSOLVED_COUNTS } from "../calls";
import type { DeskPage, Shown } from "../deskPages";

/** Whatever shows how much waits. */
export const COUNTS = [UNSOLVED_COUNTS, "/api/admin/waiting"] as const;

/** The history of one record, in its drawer. */
export const HISTORY = "/api/admin/audit#history";

/** What of one payment has gone back, in the drawers that show a payment. */
export const REFUNDS = "/api/admin/payments#refunds";

const ITEMS = ["/api/admin/users", HISTORY] as const;

/** The calls beside the lists that show each kind of record, under the kind's word in the audit trail. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  lawyer_hire: [REFUNDS],
  text_notification_request: ["/api/text-notifications"],
  user: ["/api/users", "/api/driving-profile", "/api/admin/users"],
  ticket: ["/api/tickets", ...ITEMS],
  parking: ["/api/parking", ...ITEMS],
  toll: ["/api/tolls", ...ITEMS],
  payment_transaction: ["/api/tickets", "/api/parking", "/api/tolls", REFUNDS],
  chargeback: [REFUNDS],
};

const callsOf = ({ call, sums }: Shown["list"]) => [
  call.address,
  ...(sums ? [sums.address] : []),
  HISTORY,
];

/** What shows records of these kinds, on these pages and beside their lists; of all, without any. */
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
