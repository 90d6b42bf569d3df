import type { SecurityEventKind, Severity } from "@/api/types";
import { inWords, ofWord, wordsIn } from "@/lib/words";
import type { Tone } from "@/ui/feedback/Chip";

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
