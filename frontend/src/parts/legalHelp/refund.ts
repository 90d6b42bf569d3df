import type { LawyerHire } from "@/api/types";
import { centsOf, formatCents } from "@/lib/money";

type RefundedHire = Pick<LawyerHire, "amount"> & { refundAmount?: string };

/**
 * Returns the part of a hire’s price that is refunded, in cents. If the server sends no such part or zero, returns the
 * whole price.
 */
export function refundCents({ amount, refundAmount }: RefundedHire): number {
  const cents = centsOf(refundAmount ?? amount);
  return cents > 0 ? cents : centsOf(amount);
}

/** The label of a canceled hire whose refund arrived. The label names the amount if that isn’t the whole price. */
export function canceledText(hire: RefundedHire): string {
  const cents = refundCents(hire);
  return cents < centsOf(hire.amount)
    ? `Canceled, ${formatCents(cents)} refunded`
    : "Canceled and refunded";
}
