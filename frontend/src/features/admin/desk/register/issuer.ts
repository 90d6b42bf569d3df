import type { Authority } from "@/api/types";

/**
 * Returns an issuer's name in the form that is compared with the register of authorities. The server has the same rule.
 * Page and server are tested with crates/domain/cases/issuer_key.json.
 */
export const issuerKey = (name: string): string =>
  name.replace(/[^\p{Alphabetic}\p{Number}]/gu, "").toLowerCase();

/** Returns the authority with this name, or with this name among its other names; undefined if there is none. */
export function authorityNamed(
  name: string,
  register: readonly Authority[],
): Authority | undefined {
  const key = issuerKey(name);
  if (key === "") return undefined;
  return register.find((one) =>
    [one.name, ...one.alsoCalled].some((other) => issuerKey(other) === key),
  );
}
