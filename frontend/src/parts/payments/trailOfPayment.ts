import type { PaidItem, ReceiptStatus } from "@/api/types";

/**
 * Statuses of payments that Lanewise sends on to the authority. Other payments were or are being refunded in full, were
 * charged back, or were made outside Lanewise and recorded by staff.
 */
const SENT_TO_AUTHORITY: readonly ReceiptStatus[] = ["Completed", "Partly Refunded"];

/** Returns the trail of a payment; null if Lanewise doesn't send the payment on to an authority. */
export const trailOfPayment = ({ trail, status }: PaidItem) =>
  SENT_TO_AUTHORITY.includes(status) ? trail : null;
