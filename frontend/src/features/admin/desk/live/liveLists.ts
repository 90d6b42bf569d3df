import { UNSOLVED_COUNTS } from "../calls";

/** Whatever shows how much waits. */
export const COUNTS = [UNSOLVED_COUNTS, "/api/admin/waiting"] as const;

/** The history of one record, in its drawer. */
export const HISTORY = "/api/admin/audit#history";

/** What of one payment has gone back, in the drawers that show a payment. */
export const REFUNDS = "/api/admin/payments#refunds";

const ITEMS = ["/api/admin/users", HISTORY] as const;

/** The calls that show each kind of record, under the kind's word in the audit trail. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  lawyer_hire: ["/api/lawyer-hires", "/api/admin/lawyer-hires/summary", REFUNDS, HISTORY],
  missing_ticket_report: [
    "/api/missing-ticket-reports",
    "/api/admin/missing-tickets/summary",
    HISTORY,
  ],
  help_inquiry: ["/api/help-inquiries", "/api/admin/help-inquiries/summary", HISTORY],
  text_notification_request: ["/api/text-notifications"],
  user: [
    "/api/users",
    "/api/driving-profile",
    "/api/admin/users",
    "/api/admin/vehicle-updates",
    "/api/admin/vehicle-updates/summary",
    "/api/admin/status-requests",
    "/api/admin/status-requests/summary",
    HISTORY,
  ],
  ticket: ["/api/tickets", ...ITEMS],
  parking: ["/api/parking", ...ITEMS],
  toll: ["/api/tolls", ...ITEMS],
  payment_transaction: [
    "/api/payment-transactions",
    "/api/admin/payment-transactions/summary",
    "/api/tickets",
    "/api/parking",
    "/api/tolls",
    REFUNDS,
    HISTORY,
  ],
  chargeback: ["/api/admin/chargebacks", "/api/admin/chargebacks/summary", REFUNDS, HISTORY],
};

/** What shows records of these kinds; of all, without any. */
export function callsShowing(kinds: Iterable<string>): readonly string[] {
  const known = [...kinds].flatMap((kind) => SHOWN[kind] ?? []);
  return [...new Set(known.length > 0 ? known : Object.values(SHOWN).flat())];
}
