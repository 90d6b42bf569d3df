import type { Refund } from "@/api/types";
import { lookUpWord } from "@/lib/words";
import { Chip } from "@/ui/feedback/Chip";
import { NEEDS_DECISION, REFUND_STATUSES } from "./refundWords";

/** Chip with a refund's status. */
export function RefundChip({ refund }: { refund: Refund }) {
  const { label, tone } = refund.needsDecision
    ? NEEDS_DECISION
    : (lookUpWord(REFUND_STATUSES, refund.status) ?? REFUND_STATUSES.due);
  return <Chip tone={tone}>{label}</Chip>;
}
