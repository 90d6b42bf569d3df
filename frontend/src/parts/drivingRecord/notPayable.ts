import type { NotPayable } from "@/api/types";

/** Messages for amounts that can't be paid by card. */
export const NOT_PAYABLE: Record<NotPayable, string> = {
  too_small: "Less than $0.50 can’t be paid by card here.",
  too_large: "More than $999,999.99 can’t be paid by card here.",
};
