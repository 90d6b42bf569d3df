/** A detail of a driver that staff can verify. */
export type Claim = "plate" | "license";

/** Names of the claims for use in a sentence. */
export const CLAIM_WORDS: Record<Claim, string> = { plate: "license plate", license: "license" };

/** Suggested bases for a verification. Staff may also enter any other text. */
export const BASES: Record<Claim, readonly string[]> = {
  plate: ["Registration document", "Insurance card", "State’s vehicle record"],
  license: ["Photo of the license", "State’s driver record", "Status check"],
};

/** Cache keys of the lists that show whether users are verified. */
export const VERIFIED_LISTS = ["/api/users", "/api/users?q", "/api/admin/users"];
