import type { AuditAction, AuditSubject } from "@/api/types";
import { humanize, isKeyOf, keysOf } from "@/lib/labels";

/** Actions that the API document doesn't have yet. */
type CaseAction =
  | "lawyer_changed"
  | "lawyer_invited"
  | "lawyer_joined"
  | "statement_changed"
  | "case_changed"
  | "consent_changed"
  | "case_read";

/** Labels of audit actions, in the order in which the filter lists them. */
const ACTIONS: Record<AuditAction | CaseAction, string> = {
  item_created: "Item filed",
  item_changed: "Item changed",
  item_removed: "Item removed",
  item_confirmed: "Added item confirmed",
  item_reopened: "Item made due again",
  marked_paid_by_hand: "Marked paid by staff",
  appearance_changed: "Court appearance changed",
  record_updated: "Record updated",
  settled_with_city: "Settled with the city",
  payment_begun: "Payment started",
  payment_settled: "Payment settled",
  amount_differs: "Amount didn’t match",
  paid_despite_lawyer: "Paid while a lawyer was working",
  refund_requested: "Refund requested",
  refund_retried: "Refund retried",
  refund_paid_otherwise: "Refund paid another way",
  payment_refunded: "Payment refunded",
  refund_failed: "Refund failed",
  chargeback_opened: "Chargeback opened",
  chargeback_changed: "Chargeback changed",
  evidence_saved: "Evidence saved",
  evidence_submitted: "Evidence submitted",
  authority_changed: "Authority changed",
  remittance_changed: "Remittance changed",
  billed_again_asked: "Second bill reported",
  billed_again_settled: "Second bill resolved",
  money_recovered: "Money recovered",
  money_written_off: "Money written off",
  attention_closed: "Payment problem resolved",
  payment_rebuilt: "Payment rebuilt",
  hire_changed: "Hire changed",
  hire_cancelled: "Hire canceled",
  hire_seen: "Hire marked as seen",
  case_changed: "Case changed",
  consent_changed: "Driver’s permission asked for or answered",
  case_read: "Messages of a case read",
  lawyer_changed: "Lawyer changed",
  lawyer_invited: "Lawyer invited",
  lawyer_joined: "Lawyer joined",
  statement_changed: "Payment of a lawyer’s statement changed",
  file_added: "Photo or document added",
  file_read: "Photo or document opened",
  file_deleted: "Photo or document deleted",
  report_made: "Missing ticket reported",
  report_changed: "Missing ticket report changed",
  hardship_answered: "Request about paying answered",
  inquiry_asked: "Inquiry opened",
  inquiry_seen: "Inquiry marked as seen",
  inquiry_assigned: "Inquiry assigned",
  inquiry_resolved: "Inquiry resolved",
  texts_asked: "Texts requested",
  texts_turned_off: "Texts turned off",
  reply_solved: "Text reply solved",
  solved_changed: "Solved status changed",
  note_added: "Note added",
  note_removed: "Note deleted",
  template_changed: "Saved reply changed",
  digits_revealed: "SSN digits revealed",
  list_exported: "List exported",
  items_imported: "Items imported",
  import_changed: "Import changed",
  import_undone: "Import undone",
  citation_decided: "Citation reviewed",
  source_asked: "Citation source checked",
  user_created: "User created",
  user_changed: "User changed",
  user_verified: "User verified",
  driver_logged_out: "Driver logged out",
  logged_in: "Logged in",
  logged_out: "Logged out",
  sessions_ended: "Sessions ended",
  password_changed: "Password changed",
  password_reset_asked: "Password reset requested",
  password_reset: "Password reset",
  email_change_asked: "Email change requested",
  email_changed: "Email changed",
  email_confirmed: "Email confirmed",
  contact_changed: "Contact details changed",
  data_downloaded: "Data downloaded",
  account_closed: "Account closed",
  staff_invited: "Staff invited",
  invitation_withdrawn: "Invitation withdrawn",
  staff_joined: "Staff joined",
  staff_removed: "Staff removed",
  second_factor_on: "Second factor turned on",
  second_factor_off: "Second factor turned off",
  recovery_codes_made: "Recovery codes created",
  recovery_code_used: "Recovery code used",
  address_blocked: "IP address blocked",
  address_unblocked: "IP address unblocked",
  month_dropped: "Old audit entries deleted",
};

/** Labels of the kinds of records in the audit trail. */
const SUBJECTS: Record<AuditSubject | "lawyer", string> = {
  user: "User",
  ticket: "Ticket",
  parking: "Parking ticket",
  toll: "Toll",
  payment: "Payment",
  payment_transaction: "Payment transaction",
  chargeback: "Chargeback",
  authority: "Authority",
  remittance: "Remittance",
  billed_again: "Second bill",
  attention: "Payment problem",
  lawyer_hire: "Lawyer hire",
  lawyer: "Lawyer",
  missing_ticket_report: "Missing ticket report",
  help_inquiry: "Help inquiry",
  text_notification_request: "Text notification request",
  notice_reply: "Text reply",
  reply_template: "Saved reply",
  import: "Import",
  source_run: "Source run",
  invitation: "Invitation",
  blocked_ip: "Blocked IP",
  audit: "Audit trail",
};

// Returns a function that labels values. A value from a newer server is shown as readable text.
const textOf =
  <W extends string>(table: Readonly<Record<W, string>>) =>
  (word: string): string =>
    isKeyOf(table, word) ? table[word] : humanize(word);
export const actionText = textOf(ACTIONS);
export const subjectText = textOf(SUBJECTS);

const toOptions = <W extends string>(table: Readonly<Record<W, string>>) =>
  keysOf(table).map((value) => ({ value, label: table[value] }));
export const ACTION_OPTIONS = toOptions(ACTIONS);
export const SUBJECT_OPTIONS = toOptions(SUBJECTS);
