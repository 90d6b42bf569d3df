import { useEffect, useState } from "react";
import { useOptions } from "./useOptions";

/**
 * Maximum time that the plea step waits for this read, in milliseconds. After this time, the step is shown without the
 * data.
 */
const MAX_WAIT_MS = 1000;

/**
 * Reads the legal effect of paying a ticket under the rules of its court (`paying`). Null if unknown.
 * `hasPoints` says whether points count in the court's state; true until known. `isSettled` turns
 * true when the response arrives, when the request fails, or after a second.
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
