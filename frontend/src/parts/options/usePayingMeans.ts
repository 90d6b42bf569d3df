import { useEffect, useState } from "react";
import { useOptions } from "./useOptions";

/** Maximum time that the plea step waits for this read, in milliseconds. After it, the step shows without. */
const MAX_WAIT_MS = 1000;

/**
 * Reads what paying a ticket means in the place of its court, null if that isn't known, and whether points count there.
 * `isSettled` turns true when the response arrives or after a second.
 */
export function usePayingMeans(ticketId: number) {
  const { data, error } = useOptions("ticket", ticketId);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return {
    paying: data?.paying ?? null,
    hasPoints: data?.hasPoints ?? true,
    isSettled: isLate || data !== undefined || error !== undefined,
  };
}
