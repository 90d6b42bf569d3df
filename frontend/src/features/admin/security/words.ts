import type { SecurityEventKind, Severity } from "@/api/types";
import { ofWord, wordsIn } from "@/lib/words";
import type { Tone } from "@/ui/feedback/Chip";
import { inWords } from "../queue/trail/trail";

const SEVERITIES: Readonly<Record<Severity, Tone>> = {
  critical: "bad",
  high: "bad",
  medium: "warn",
  low: "neutral",
};
export const toneOfSeverity = (severity: Severity): Tone =>
  ofWord(SEVERITIES, severity) ?? "neutral";

const options = (names: readonly string[]) =>
  names.map((value) => ({ value, label: inWords(value) }));

export const SEVERITY_OPTIONS = options(wordsIn(SEVERITIES));

const EVENTS: Record<SecurityEventKind, true> = {
  login_succeeded: true,
  login_failed: true,
  password_refused: true,
  link_refused: true,
  forbidden_access: true,
  cross_site_write: true,
  bad_webhook_signature: true,
  rate_limited: true,
  blocked_request: true,
  address_blocked: true,
  address_unblocked: true,
  account_locked: true,
  cards_declined: true,
  second_factor_refused: true,
  recovery_code_used: true,
  reveal: true,
  admin_change: true,
};
export const EVENT_OPTIONS = options(wordsIn(EVENTS));

export const SUBJECT_OPTIONS = options([
  "user",
  "ticket",
  "parking",
  "toll",
  "payment",
  "lawyer_hire",
  "missing_ticket_report",
  "help_inquiry",
  "text_notification_request",
  "invitation",
  "import",
  "blocked_ip",
]);

export const ACTION_OPTIONS = options([
  "item_created",
  "item_changed",
  "item_removed",
  "marked_paid_by_hand",
  "record_updated",
  "user_created",
  "user_changed",
  "user_verified",
  "account_closed",
  "hire_changed",
  "hire_cancelled",
  "hire_seen",
  "report_changed",
  "report_made",
  "inquiry_asked",
  "texts_asked",
  "texts_turned_off",
  "payment_begun",
  "inquiry_resolved",
  "solved_changed",
  "digits_revealed",
  "list_exported",
  "payment_settled",
  "payment_refunded",
  "refund_failed",
  "amount_differs",
  "paid_despite_lawyer",
  "logged_in",
  "logged_out",
  "password_changed",
  "password_reset",
  "email_changed",
  "sessions_ended",
  "data_downloaded",
  "address_blocked",
  "address_unblocked",
  "password_reset_asked",
  "email_change_asked",
  "contact_changed",
  "refund_retried",
  "items_imported",
  "import_changed",
  "staff_invited",
  "invitation_withdrawn",
  "staff_joined",
  "staff_removed",
  "second_factor_on",
  "second_factor_off",
  "recovery_codes_made",
  "recovery_code_used",
]);
