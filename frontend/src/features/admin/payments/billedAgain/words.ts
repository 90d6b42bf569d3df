import type { BilledOutcome } from "@/api/types";
import { wordsIn } from "@/lib/words";

/** Outcomes that staff can choose. */
export const OUTCOMES: Record<BilledOutcome, string> = {
  accepted: "The authority accepted the payment",
  sent_again: "We sent the payment again",
  refunded: "We refunded the driver",
  another_bill: "The bill is for something else",
};
export const OUTCOME_OPTIONS = wordsIn(OUTCOMES).map((value) => ({
  value,
  label: OUTCOMES[value],
}));
