import type { ReplyMeaning, Notice, NoticeKind, NoticeStatus } from "@/api/types";
import type { Tone } from "@/ui/feedback/Chip";

export const KINDS: Record<NoticeKind, string> = {
  code: "Verification code",
  reminder: "Reminder",
  court_day: "Court-day reminder",
  news: "New ticket or higher amount",
  change: "Notice of changed dates",
};

export const STATUSES: Record<NoticeStatus, { word: string; tone: Tone }> = {
  planned: { word: "Planned", tone: "neutral" },
  sending: { word: "Sending", tone: "info" },
  sent: { word: "Sent", tone: "info" },
  delivered: { word: "Delivered", tone: "good" },
  failed: { word: "Failed", tone: "bad" },
  skipped: { word: "Not sent", tone: "neutral" },
};

export const MEANINGS: Record<ReplyMeaning, { word: string; tone: Tone }> = {
  stop: { word: "Stop", tone: "neutral" },
  start: { word: "Start", tone: "neutral" },
  help: { word: "Help", tone: "neutral" },
  confirmed: { word: "Will be there", tone: "good" },
  cannot_come: { word: "Can’t come", tone: "bad" },
  may_mean_stop: { word: "May mean stop", tone: "warn" },
  other: { word: "Needs review", tone: "warn" },
};

/**
 * Returns a notice's text, or why it has none. Empty if the notice has only a reason, which
 * is shown separately.
 */
export function describeNotice({ body, reason, kind }: Notice): string {
  if (body) return body;
  if (kind === "code") return "A six-digit code. Lanewise doesn’t store it.";
  return reason ? "" : "Lanewise writes the message when it sends it.";
}
