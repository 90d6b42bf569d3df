import type { SecondBillOutcome } from "@/api/types";
import { keysOf } from "@/lib/labels";

/** Labels of the outcomes that staff can choose for a second bill. */
export const OUTCOMES: Record<SecondBillOutcome, string> = {
  accepted: "The authority accepted the payment",
  sent_again: "We sent the payment again",
  refunded: "We refunded the driver",
  another_bill: "The bill is for something else",
};
export const OUTCOME_OPTIONS = keysOf(OUTCOMES).map((value) => ({
  value,
  label: OUTCOMES[value],
}));
