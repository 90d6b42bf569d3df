import type { PaidItem, ReceiptStatus } from "@/api/types";

/**
 * Statuses of payments that Lanewise sends on to the court. The others were refunded, charged back, or paid elsewhere
 * and recorded by staff.
 */
const SENT_TO_AUTHORITY: readonly ReceiptStatus[] = ["Completed", "Partly Refunded"];

/** Returns the trail of a payment; null if Lanewise doesn't send the payment on to the court. */
export const trailOfPayment = ({ trail, status }: PaidItem) =>
  SENT_TO_AUTHORITY.includes(status) ? trail : null;
