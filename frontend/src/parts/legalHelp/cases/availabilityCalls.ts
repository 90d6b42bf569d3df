import { showAvailability, stateCourt } from "@/api/generated/cases/sdk.gen";
import type { StatedCourtBody } from "@/api/types";

export const availabilityKey = (ticketId: number) =>
  ["/api/lawyer-availability", ticketId] as const;

export const getAvailability = (ticketId: number) => showAvailability({ query: { ticketId } });

/** Stores the court that the driver names for a ticket whose court isn't known. */
export const patchCourt = (id: number, body: StatedCourtBody) => stateCourt({ path: { id }, body });
