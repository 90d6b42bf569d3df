import type { AuditSubject } from "@/api/types";
import { type ItemKind, withQuery } from "@/lib/paths";

/** Query parameters of a list page: a search and the record to open. */
type ListTarget = { q?: string; row?: number };

/** Addresses for staff. They are in a separate file, so that drivers' browsers don't load them. */
export const deskPaths = {
  /** Start screen with the form for a new item or user open. */
  create: (form: ItemKind | "user") => `/admin?new=${form}`,
  overview: () => "/admin/overview",
  /** Start screen with a request for text messages open. */
  textRequests: (id: number) => `/admin?texts=${id}#texts`,
  /** Start screen with the security panel open. */
  security: () => "/admin?security=1",
  hires: (query: ListTarget = {}) => withQuery("/admin/lawyer-hires", query),
  lawyers: () => "/admin/lawyers",
  /** Monthly fees of the lawyers, optionally of a month such as 2026-11. */
  statements: (query: { month?: string } = {}) => withQuery("/admin/statements", query),
  transactions: (query: ListTarget = {}) => withQuery("/admin/payment-transactions", query),
  chargebacks: (query: ListTarget = {}) => withQuery("/admin/chargebacks", query),
  books: () => "/admin/books",
  /** Money owed and sent to authorities and lawyers, optionally with a remittance open. */
  remittances: (query: { remittance?: number } = {}) => withQuery("/admin/remittances", query),
  /** Page with drivers who were billed again for something they paid. */
  billedAgain: () => "/admin/billed-again",
  missingTickets: (query: ListTarget = {}) => withQuery("/admin/missing-tickets", query),
  vehicleUpdates: (query: ListTarget = {}) => withQuery("/admin/vehicle-updates", query),
  statusRequests: (query: ListTarget = {}) => withQuery("/admin/status-requests", query),
  helpInquiries: (query: ListTarget = {}) => withQuery("/admin/help-inquiries", query),
  /** Page with text messages from drivers that staff have to read. */
  replies: () => "/admin/replies",
  audit: (query: { subjectKind?: AuditSubject; subjectId?: number; actor?: number } = {}) =>
    withQuery("/admin/audit", query),
  /** Page with payment problems, such as failed refunds, optionally scrolled to a refund. */
  money: (query: { refund?: number } = {}) => withQuery("/admin/money", query),
  events: () => "/admin/security-events",
  import: (query: { import?: number } = {}) => withQuery("/admin/import", query),
  /** Imported citations that wait for staff's decision or for a matching driver, optionally of one driver. */
  citations: (query: { user?: number } = {}) => withQuery("/admin/citations", query),
  /** Items that drivers added and staff must check, optionally with one open. */
  addedItems: (query: { item?: number } = {}) => withQuery("/admin/added-items", query),
  /** Requests of drivers who can't pay an item now, optionally with one open. */
  hardship: (query: { request?: number } = {}) => withQuery("/admin/hardship-requests", query),
  /** Settings of the staff member's own second factor. */
  secondFactor: () => "/account#second-factor",
  /** Page with everything about one driver. */
  user: (id: number) => `/admin/users/${id}`,
} as const;

/** Link state for a record that needs a reply: it opens with the focus in the message field. */
export const REPLY_STATE = { answers: true };

/** Whether a record was opened with `REPLY_STATE`. */
export const opensForReply = (state: Partial<typeof REPLY_STATE> | null): boolean =>
  state?.answers === true;
