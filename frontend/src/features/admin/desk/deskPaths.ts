import { withQuery } from "@/lib/paths";

/** The back office's addresses, apart from the others: no driver's phone loads them. */
export const deskPaths = {
  /** With the security panel open. */
  security: () => "/admin?security=1",
  hires: () => "/admin/lawyer-hires",
  transactions: () => "/admin/payment-transactions",
  chargebacks: (query: { q?: string; row?: number } = {}) => withQuery("/admin/chargebacks", query),
  books: () => "/admin/books",
  missingTickets: () => "/admin/missing-tickets",
  vehicleUpdates: () => "/admin/vehicle-updates",
  statusRequests: () => "/admin/status-requests",
  helpInquiries: () => "/admin/help-inquiries",
  audit: (query: { subjectKind?: string; subjectId?: number; actor?: number } = {}) =>
    withQuery("/admin/audit", query),
  /** Refunds in progress or failed. */
  money: () => "/admin/money",
  events: () => "/admin/security-events",
  import: (query: { import?: number } = {}) => withQuery("/admin/import", query),
  staff: () => "/admin/staff",
  /** Where staff set up their second factor. */
  secondFactor: () => "/account#second-factor",
  /** Everything about one driver, for staff. */
  user: (id: number) => `/admin/users/${id}`,
} as const;
