import { useEffect, useState } from "react";
import { REVALIDATE_ON_MOUNT, useRead } from "@/api/useRead";
import type { LawyerAvailability } from "@/api/types";
import { availabilityKey, getAvailability } from "./availabilityCalls";

/**
 * Maximum time that the offer waits for this data, in milliseconds. After this time, the offer opens without the data.
 */
const MAX_WAIT_MS = 1000;

/**
 * Reads whether lawyers take a ticket now. `availability` is null if that isn't known. `isSettled` turns true when the
 * response arrives or after a second.
 */
export function useLawyerAvailability(ticketId: number | null) {
  const { data, error } = useRead<LawyerAvailability>(
    ticketId === null ? null : availabilityKey(ticketId),
    () => getAvailability(ticketId ?? 0),
    REVALIDATE_ON_MOUNT,
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
