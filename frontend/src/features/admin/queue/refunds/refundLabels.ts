import type { RefundStatus } from "@/api/types";
import type { Tone } from "@/ui/feedback/Chip";

type StatusLabel = { label: string; tone: Tone };

/** A refund that the provider was never asked for. Staff refund it or pay it another way. */
export const NEEDS_DECISION: StatusLabel = { label: "Needs a decision", tone: "warn" };

/** Labels of a refund's status. */
export const REFUND_STATUSES: Record<RefundStatus, StatusLabel> = {
  due: { label: "Not sent yet", tone: "info" },
  pending: { label: "Pending", tone: "info" },
  succeeded: { label: "Refunded", tone: "good" },
  refused: { label: "Declined", tone: "bad" },
  failed: { label: "Returned by the bank", tone: "bad" },
  paid_otherwise: { label: "Paid another way", tone: "good" },
  called_off: { label: "Canceled", tone: "neutral" },
};
