import type { Court } from "@/api/types";

type CourtFields = { court?: Court | null; courtState?: string | null };

/** Returns the court's name, county and state, as far as they are known. Returns an empty string if none is known. */
export const courtText = ({ court, courtState }: CourtFields): string =>
  [court?.name, court?.county, court?.state ?? courtState].filter(Boolean).join(", ");
