import { ApiError } from "@/api/client";
import { failureText } from "@/parts/forms/useSubmit";

const TODAY = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/New_York" });

/** Today in the business time zone, as `2026-11-28`. */
export const formatToday = (now: Date): string => TODAY.format(now);

/** Says why a statement wasn't changed. */
export const describeRefusal = (error: unknown): string =>
  error instanceof ApiError && error.code === "changed_meanwhile"
    ? "A colleague already changed this statement. The page now shows the current state."
    : failureText(error);
