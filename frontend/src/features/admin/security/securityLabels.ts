import type { SecurityEventKind, Severity } from "@/api/types";
import { humanize, isKeyOf, lookUpLabel, keysOf } from "@/lib/labels";
import type { Tone } from "@/ui/feedback/Chip";

const SEVERITIES: Readonly<Record<Severity, Tone>> = {
  critical: "bad",
  high: "bad",
  medium: "warn",
  low: "neutral",
};
export const toneOfSeverity = (severity: Severity): Tone =>
  lookUpLabel(SEVERITIES, severity) ?? "neutral";

export const SEVERITY_OPTIONS = keysOf(SEVERITIES).map((value) => ({
  value,
  label: humanize(value),
}));

/** Labels of security events, in the order in which the filter lists them. */
const EVENTS: Record<SecurityEventKind, string> = {
  login_succeeded: "Login succeeded",
  login_failed: "Login failed",
  password_refused: "Incorrect password",
  link_refused: "Invalid or expired link",
  forbidden_access: "Access denied",
  cross_site_write: "Cross-site request denied",
  bad_webhook_signature: "Invalid webhook signature",
  rate_limited: "Rate limited",
  blocked_request: "Request from a blocked IP",
  address_blocked: "IP address blocked",
  address_unblocked: "IP address unblocked",
  account_locked: "Account locked",
  cards_declined: "Many cards declined",
  second_factor_refused: "Incorrect two-step verification code",
  recovery_code_used: "Recovery code used",
  reveal: "SSN digits viewed by staff",
  admin_change: "Change by staff",
};

/** Returns the label of an event. For a type that this build doesn't know, returns its name as readable text. */
export const labelEvent = (type: string): string =>
  isKeyOf(EVENTS, type) ? EVENTS[type] : humanize(type);

export const EVENT_OPTIONS = keysOf(EVENTS).map((value) => ({ value, label: EVENTS[value] }));
