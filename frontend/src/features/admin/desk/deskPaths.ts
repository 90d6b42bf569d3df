import type { AuditSubject } from "@/api/types";
import { type ItemKind, withQuery } from "@/lib/paths";

/** A search and the record to open in a list. */
type Open = { q?: string; row?: number };

/** Addresses in the back office. In their own file, so that drivers' browsers don't load them. */
export const deskPaths = {
  /** The start screen with a form open. */
  create: (form: ItemKind | "user") => `/admin?new=${form}`,
  overview: () => "/admin/overview",
  /** A request for text messages, in a section of the start screen. */
  textRequests: (id: number) => `/admin?texts=${id}#texts`,
  /** The start screen with the security panel open. */
  security: () => "/admin?security=1",
  hires: (query: Open = {}) => withQuery("/admin/lawyer-hires", query),
  lawyers: () => "/admin/lawyers",
  transactions: (query: Open = {}) => withQuery("/admin/payment-transactions", query),
  chargebacks: (query: Open = {}) => withQuery("/admin/chargebacks", query),
  books: () => "/admin/books",
  /** Money owed and sent to authorities, optionally with a remittance open. */
  remittances: (query: { remittance?: number } = {}) => withQuery("/admin/remittances", query),
  /** Drivers who were billed again for something they paid. */
  billedAgain: () => "/admin/billed-again",
  missingTickets: (query: Open = {}) => withQuery("/admin/missing-tickets", query),
  vehicleUpdates: (query: Open = {}) => withQuery("/admin/vehicle-updates", query),
  statusRequests: (query: Open = {}) => withQuery("/admin/status-requests", query),
  helpInquiries: (query: Open = {}) => withQuery("/admin/help-inquiries", query),
  /** Text messages from drivers that staff have to read. */
  replies: () => "/admin/replies",
  audit: (query: { subjectKind?: AuditSubject; subjectId?: number; actor?: number } = {}) =>
    withQuery("/admin/audit", query),
  /** Refunds in progress or failed, optionally scrolled to one. */
  money: (query: { refund?: number } = {}) => withQuery("/admin/money", query),
  events: () => "/admin/security-events",
  import: (query: { import?: number } = {}) => withQuery("/admin/import", query),
  /** Citations that match no verified driver, optionally for one driver. */
  citations: (query: { user?: number } = {}) => withQuery("/admin/citations", query),
  /** Settings of one's own second factor. */
  secondFactor: () => "/account#second-factor",
  /** Everything about one driver, for staff. */
  user: (id: number) => `/admin/users/${id}`,
} as const;

/** Link state for a record that needs a reply: it opens with the focus in the message field. */
export const TO_ANSWER = { answers: true };

export const isToAnswer = (state: Partial<typeof TO_ANSWER> | null): boolean =>
  state?.answers === true;
