import type { AuditAction, AuditSubject } from "@/api/types";
import { isWord, wordsIn } from "@/lib/words";
import { inWords } from "./trail";

/** What the audit trail records, in the order of the filter. */
const ACTIONS: Record<AuditAction, string> = {
  item_created: "Item filed",
  item_changed: "Item changed",
  item_removed: "Item removed",
  item_reopened: "Item made due again",
  marked_paid_by_hand: "Marked paid by hand",
  appearance_changed: "Court appearance changed",
  record_updated: "Record updated",
  settled_with_city: "Settled with the city",
  payment_begun: "Payment begun",
  payment_settled: "Payment settled",
  amount_differs: "Amount differs",
  paid_despite_lawyer: "Paid despite lawyer",
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
  billed_again_asked: "Billed again reported",
  billed_again_settled: "Billed again settled",
  money_recovered: "Money recovered",
  money_written_off: "Money written off",
  attention_closed: "Needs attention: closed",
  hire_changed: "Hire changed",
  hire_cancelled: "Hire cancelled",
  hire_seen: "Hire seen",
  report_made: "Report made",
  report_changed: "Report changed",
  inquiry_asked: "Inquiry asked",
  inquiry_seen: "Inquiry seen",
  inquiry_assigned: "Inquiry assigned",
  inquiry_resolved: "Inquiry resolved",
  texts_asked: "Texts asked for",
  texts_turned_off: "Texts turned off",
  reply_solved: "Text reply solved",
  solved_changed: "Solved changed",
  note_added: "Note added",
  note_removed: "Note removed",
  template_changed: "Saved reply changed",
  digits_revealed: "Digits revealed",
  list_exported: "List exported",
  items_imported: "Items imported",
  import_changed: "Import changed",
  import_undone: "Import undone",
  citation_decided: "Citation decided",
  source_asked: "Source asked",
  user_created: "User created",
  user_changed: "User changed",
  user_verified: "User verified",
  driver_logged_out: "Driver logged out",
  logged_in: "Logged in",
  logged_out: "Logged out",
  sessions_ended: "Sessions ended",
  password_changed: "Password changed",
  password_reset_asked: "Password reset asked for",
  password_reset: "Password reset",
  email_change_asked: "Email change asked for",
  email_changed: "Email changed",
  email_confirmed: "Email confirmed",
  contact_changed: "Contact changed",
  data_downloaded: "Data downloaded",
  account_closed: "Account closed",
  staff_invited: "Staff invited",
  invitation_withdrawn: "Invitation withdrawn",
  staff_joined: "Staff joined",
  staff_removed: "Staff removed",
  second_factor_on: "Second factor on",
  second_factor_off: "Second factor off",
  recovery_codes_made: "Recovery codes made",
  recovery_code_used: "Recovery code used",
  address_blocked: "Address blocked",
  address_unblocked: "Address unblocked",
  month_dropped: "Month dropped",
};

/** The kinds of record that it speaks of. */
const SUBJECTS: Record<AuditSubject, string> = {
  user: "User",
  ticket: "Ticket",
  parking: "Parking",
  toll: "Toll",
  payment: "Payment",
  payment_transaction: "Payment transaction",
  chargeback: "Chargeback",
  authority: "Authority",
  remittance: "Remittance",
  billed_again: "Billed again",
  attention: "Needs attention",
  lawyer_hire: "Lawyer hire",
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

// A word of a newer server is shown as it comes.
const textOf =
  <W extends string>(table: Readonly<Record<W, string>>) =>
  (word: string): string =>
    isWord(table, word) ? table[word] : inWords(word);
export const actionText = textOf(ACTIONS);
export const subjectText = textOf(SUBJECTS);

const options = <W extends string>(table: Readonly<Record<W, string>>) =>
  wordsIn(table).map((value) => ({ value, label: table[value] }));
export const ACTION_OPTIONS = options(ACTIONS);
export const SUBJECT_OPTIONS = options(SUBJECTS);
