import { showAvailability, stateCourt } from "@/api/generated/cases/sdk.gen";
import type { StatedCourtBody } from "@/api/types";

/** The cache key of a ticket’s availability. */
export const availabilityKey = (ticketId: number) =>
  ["/api/lawyer-availability", ticketId] as const;

export const getAvailability = (ticketId: number) => showAvailability({ query: { ticketId } });

export const patchCourt = (id: number, body: StatedCourtBody) => stateCourt({ path: { id }, body });
