import { useEffect, useState } from "react";

/** Returns the user's date today, as YYYY-MM-DD. */
export const formatToday = (): string => new Date().toLocaleDateString("sv-SE");

/**
 * The latest day that isn't in the future, neither for the user nor for the server, whose day begins at midnight UTC.
 * Undefined in the first render, because prerendered HTML would contain the build's date.
 */
export function useLatestDay(): string | undefined {
  const [day, setDay] = useState<string>();
  useEffect(() => {
    const utc = new Date().toISOString().slice(0, 10);
    setDay(formatToday() < utc ? formatToday() : utc);
  }, []);
  return day;
}
