import type { RefundStatus } from "@/api/types";
import { ofWord } from "@/lib/words";
import { Chip } from "@/ui/feedback/Chip";
import { REFUND_STATUSES } from "./refundWords";

/** Where a refund stands. */
export function RefundChip({ status }: { status: RefundStatus }) {
  const { label, tone } = ofWord(REFUND_STATUSES, status) ?? REFUND_STATUSES.due;
  return <Chip tone={tone}>{label}</Chip>;
}
