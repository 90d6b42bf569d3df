import { shortDate } from "@/lib/dates";
import { toBusinessDate, businessDaysAfter } from "@/parts/dates/businessDays";

/**
 * Number of business days within which a payment is sent to the authority. Tested with
 * crates/domain/cases/send_by.json.
 */
const SEND_WITHIN_DAYS = 2;

/** The day by which a payment charged at this time (ISO) is sent, as YYYY-MM-DD. */
export const sendDay = (chargedAt: string): string =>
  businessDaysAfter(chargedAt, SEND_WITHIN_DAYS);

/** The day of a deadline from the server. Midnight counts as the end of the day before. */
export const deadlineDay = (sendBy: string): string =>
  toBusinessDate(new Date(new Date(sendBy).getTime() - 1));

/**
 * Text shown instead of the authority's name if the issuer isn't in the register of authorities.
 */
export const UNREGISTERED = "the issuing agency";

/** Returns "By Nov 5, we’ll send your payment to New York City", with the latest date on which the money is sent. */
export const describeSending = (
  authority: string | null | undefined,
  day: string,
  now: Date,
): string => `By ${shortDate(day, now)}, we’ll send your payment to ${authority ?? UNREGISTERED}`;

/**
 * Returns a warning if `day`, the day by which the money is sent, is after the
 * due date; otherwise null.
 */
export const warnIfLate = (
  dueDate: string | null | undefined,
  day: string,
  now: Date,
): string | null =>
  dueDate && day > dueDate
    ? `That’s after the due date, ${shortDate(dueDate, now)}. Your payment may count as late.`
    : null;
