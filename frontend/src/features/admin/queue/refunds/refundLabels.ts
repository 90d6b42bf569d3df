import type { Refund, RefundStatus } from "@/api/types";
import type { Tone } from "@/ui/feedback/Chip";

type StatusLabel = { label: string; tone: Tone };

/** Label of a refund that was never sent to the provider: staff must refund the card or send the money another way. */
export const NEEDS_DECISION: StatusLabel = { label: "Needs a decision", tone: "warn" };

export const REFUND_STATUSES: Record<RefundStatus, StatusLabel> = {
  due: { label: "Not sent yet", tone: "info" },
  pending: { label: "Pending", tone: "info" },
  succeeded: { label: "Refunded", tone: "good" },
  refused: { label: "Declined", tone: "bad" },
  failed: { label: "Returned by the bank", tone: "bad" },
  paid_otherwise: { label: "Sent another way", tone: "good" },
  called_off: { label: "Canceled", tone: "neutral" },
};

/**
 * The provider's message about a failed refund, or staff's text on how they sent the money. For a returned refund, the
 * provider sends the bank's reason as a code, such as `lost_or_stolen_card`.
 */
export function describeProviderWords(refund: Pick<Refund, "providerWords" | "status">): string {
  const { providerWords, status } = refund;
  if (!providerWords) return "";
  if (status === "paid_otherwise") return providerWords;
  const isCode = /^[a-z]+(_[a-z]+)+$/.test(providerWords);
  return isCode
    ? `Bank’s reason: ${providerWords.replaceAll("_", " ")}`
    : `Payment provider: “${providerWords}”`;
}
