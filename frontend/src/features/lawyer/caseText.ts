import type { LegalCase } from "@/parts/legalHelp/cases/types";

export const driverName = ({ driver, id }: LegalCase): string => driver?.name || `Case ${id}`;

/** The court and its state, as far as they are known. */
export function courtText({ citation, courtName, courtState }: LegalCase): string {
  const court = citation.court ?? courtName;
  if (!court) return courtState ? `A court in ${courtState}` : "";
  return courtState && !court.endsWith(courtState) ? `${court}, ${courtState}` : court;
}
