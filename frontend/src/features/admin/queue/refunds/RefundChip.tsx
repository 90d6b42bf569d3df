import type { Refund } from "@/api/types";
import { lookUpLabel } from "@/lib/labels";
import { Chip } from "@/ui/feedback/Chip";
import { NEEDS_DECISION, REFUND_STATUSES } from "./refundLabels";

export function RefundChip({ refund }: { refund: Refund }) {
  const { label, tone } = refund.needsDecision
    ? NEEDS_DECISION
    : (lookUpLabel(REFUND_STATUSES, refund.status) ?? REFUND_STATUSES.due);
  return <Chip tone={tone}>{label}</Chip>;
}
