import * as main from "@/api/generated/payments/sdk.gen";
import * as requests from "@/api/generated/requests/sdk.gen";
import * as staff from "@/api/generated/staff/sdk.gen";

/** Addresses of the queues' lists and of the sums above them: what is read again after a change. */
export const LISTS = {
  hires: "/api/lawyer-hires",
  transactions: "/api/payment-transactions",
  reports: "/api/missing-ticket-reports",
  vehicles: "/api/admin/vehicle-updates",
  statusRequests: "/api/admin/status-requests",
  inquiries: "/api/help-inquiries",
} as const;
export const SUMMARIES = {
  hires: "/api/admin/lawyer-hires/summary",
  transactions: "/api/admin/payment-transactions/summary",
  reports: "/api/admin/missing-tickets/summary",
  vehicles: "/api/admin/vehicle-updates/summary",
  statusRequests: "/api/admin/status-requests/summary",
  inquiries: "/api/admin/help-inquiries/summary",
} as const;

/** The queues as the calls that solve have them in their path. */
export type Queue =
  | "lawyer-hire"
  | "missing-ticket"
  | "vehicle-update"
  | "status-request"
  | "help-inquiry";

export const patchSolved = (queue: Queue, id: number, isSolved: boolean) =>
  staff.markSolved({ path: { queue, id }, body: { isSolved } });
export const patchSeen = (id: number) => staff.markHireSeen({ path: { id } });
/** `from` is the status that was on the screen: another one meanwhile is not overwritten. */
export const patchHireStatus = (id: number, status: string, from: string) =>
  main.updateHire({ path: { id }, body: { status, from } });
export const postCancelAndRefund = (id: number) => main.cancelHire({ path: { id } });
export const patchReportStatus = (id: number, status: string, from: string) =>
  requests.setReportStatus({ path: { id }, body: { status, from } });
export const patchInquiryResolved = (id: number) =>
  staff.resolveInquiry({ path: { id }, body: { status: "resolved" } });
export const postReveal = (id: number, reason: string) =>
  staff.revealDigits({ path: { id }, body: { reason } });

export const getHireSummary = () => staff.hireSummary();
export const getTransactionSummary = (query: Record<string, string>) =>
  staff.transactionSummary({ query });
export const getReportSummary = () => staff.reportSummary();
export const getVehicleSummary = () => staff.vehicleUpdateSummary();
export const getStatusRequestSummary = () => staff.statusRequestSummary();
export const getInquirySummary = () => staff.inquirySummary();
