/** Text shown for an item without a citation number. */
export const NO_NUMBER = "No citation number on file";

type Citation = { citationNumber: string | null; issuer: string | null };

/** Returns the issuer and the number of a citation, such as "City of Austin AB-123", as far as they are on file. */
export const citationText = ({ citationNumber, issuer }: Citation): string =>
  [issuer, citationNumber].filter(Boolean).join(" ");
