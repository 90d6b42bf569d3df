import type { NotPayableReason } from "@/api/types";

/** Messages for amounts that can't be paid by card. */
export const NOT_PAYABLE: Record<NotPayableReason, string> = {
  too_small: "You can’t pay less than $0.50 by card here.",
  too_large: "You can’t pay more than $999,999.99 by card here.",
};

/**
 * Says how a driver can pay an item that staff haven't confirmed yet. `reason` is why the item
 * can't be paid by card; null if it can.
 */
export const describePayAfterCheck = (reason: NotPayableReason | null): string =>
  reason
    ? "The date on your notice still applies. Pay or respond to the court or agency directly."
    : "You can pay it here once we’ve confirmed it. The date on your notice still applies. If it comes first, pay or respond to the court or agency directly.";
