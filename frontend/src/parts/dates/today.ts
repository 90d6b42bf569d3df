import { useEffect, useState } from "react";
import { toBusinessDate } from "./businessDays";

/** Returns the user's date today, as YYYY-MM-DD. */
export const formatToday = (): string => new Date().toLocaleDateString("sv-SE");

/**
 * Returns the latest day that has begun both for the user and in the business time zone, as
 * YYYY-MM-DD.
 */
export function findLatestDay(): string {
  const [here, atServer] = [formatToday(), toBusinessDate(new Date())];
  return here < atServer ? here : atServer;
}

/** Returns `findLatestDay`; undefined in the first render, because prerendered HTML would contain the build's date. */
export function useLatestDay(): string | undefined {
  const [day, setDay] = useState<string>();
  useEffect(() => setDay(findLatestDay()), []);
  return day;
}
