import type { AuditSubject } from "@/api/types";
import { type ItemKind, withQuery } from "@/lib/paths";

/** A list with what it is searched for, and the record that is open. */
type Open = { q?: string; row?: number };

/** The back office's addresses that its screens link to, apart from the others: no driver's phone loads them. */
export const deskPaths = {
  /** The desk with a form open. */
  create: (form: ItemKind | "user") => `/admin?new=${form}`,
  overview: () => "/admin/overview",
  /** Requests for texts, which stand on the desk; the one that is meant. */
  textRequests: (id: number) => `/admin?texts=${id}#texts`,
  /** With the security panel open. */
  security: () => "/admin?security=1",
  hires: (query: Open = {}) => withQuery("/admin/lawyer-hires", query),
  transactions: (query: Open = {}) => withQuery("/admin/payment-transactions", query),
  chargebacks: (query: Open = {}) => withQuery("/admin/chargebacks", query),
  books: () => "/admin/books",
  /** What is owed and sent to authorities; the remittance that is open. */
  remittances: (query: { remittance?: number } = {}) => withQuery("/admin/remittances", query),
  /** Drivers who were billed again for what they paid. */
  billedAgain: () => "/admin/billed-again",
  missingTickets: (query: Open = {}) => withQuery("/admin/missing-tickets", query),
  vehicleUpdates: (query: Open = {}) => withQuery("/admin/vehicle-updates", query),
  statusRequests: (query: Open = {}) => withQuery("/admin/status-requests", query),
  helpInquiries: (query: Open = {}) => withQuery("/admin/help-inquiries", query),
  /** Texts from drivers that a person has to read. */
  replies: () => "/admin/replies",
  audit: (query: { subjectKind?: AuditSubject; subjectId?: number; actor?: number } = {}) =>
    withQuery("/admin/audit", query),
  /** Refunds in progress or failed; the one that is meant. */
  money: (query: { refund?: number } = {}) => withQuery("/admin/money", query),
  events: () => "/admin/security-events",
  import: (query: { import?: number } = {}) => withQuery("/admin/import", query),
  /** Citations that no verified driver matches; those of one driver. */
  citations: (query: { user?: number } = {}) => withQuery("/admin/citations", query),
  /** Where staff set up their second factor. */
  secondFactor: () => "/account#second-factor",
  /** Everything about one driver, for staff. */
  user: (id: number) => `/admin/users/${id}`,
} as const;

/** A link with this state leads to a record to be answered: it opens with the field to write in. */
export const TO_ANSWER = { answers: true };

export const isToAnswer = (state: Partial<typeof TO_ANSWER> | null): boolean =>
  state?.answers === true;
