import { useEffect, useState } from "react";
import { FRESH, useRead } from "@/api/read";
import type { LawyerAvailability } from "@/api/types";
import { availabilityKey, getAvailability } from "./availabilityCalls";

/** Maximum time that an offer waits for this read, in milliseconds. After it, the offer opens without. */
const MAX_WAIT_MS = 1000;

/**
 * Reads whether lawyers take a ticket now. `availability` is null if that isn't known; the offer then shows what it
 * would show without. `isSettled` turns true at the response or after a second.
 */
export function useAvailability(ticketId: number | null) {
  const { data, error } = useRead<LawyerAvailability>(
    ticketId === null ? null : availabilityKey(ticketId),
    () => getAvailability(ticketId ?? 0),
    FRESH,
  );
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return {
    availability: data ?? null,
    isSettled: isLate || data !== undefined || error !== undefined,
  };
}
