/** What staff verify. */
export type Claim = "plate" | "license";

/** What stands in the middle of a sentence. */
export const CLAIM_WORDS: Record<Claim, string> = { plate: "license plate", license: "license" };

/** By what it is done most often; any other words will do. */
export const BASES: Record<Claim, readonly string[]> = {
  plate: ["Registration document", "Insurance card", "State’s vehicle record"],
  license: ["Photo of the license", "State’s driver record", "Status check"],
};

/** Whatever is kept of users. */
export const VERIFIED_LISTS = ["/api/users", "/api/users?q", "/api/admin/users"];
