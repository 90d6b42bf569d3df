import type { NotPayableReason } from "@/api/types";

/** Messages for amounts that can't be paid by card. */
export const NOT_PAYABLE: Record<NotPayableReason, string> = {
  too_small: "You can’t pay less than $0.50 by card here.",
  too_large: "You can’t pay more than $999,999.99 by card here.",
};
