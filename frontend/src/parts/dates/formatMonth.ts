const MONTH = new Intl.DateTimeFormat("en-US", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Formats a month, given as `2026-11`: "November 2026". */
export const formatMonth = (month: string): string => MONTH.format(new Date(`${month}-01`));
