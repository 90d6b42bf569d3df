import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PLATE_STATES, STATES } from "./states";

const { schemas } = JSON.parse(
  readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8"),
).components;

/** Returns the values that the server accepts in a field. */
function acceptedValues(body: string, field: string): string[] {
  const words: (string | null)[] = schemas[body].properties[field].enum;
  return words.filter((word): word is string => Boolean(word));
}

it("offers the states that the server accepts, the 50 states first", () => {
  expect([...STATES]).toEqual(acceptedValues("SignUpBody", "state"));
  expect([...STATES].slice(0, 50).sort()).toEqual(STATES.slice(0, 50));
  expect(STATES.slice(50)).toEqual([
    "District of Columbia",
    "Puerto Rico",
    "Guam",
    "American Samoa",
    "U.S. Virgin Islands",
    "Northern Mariana Islands",
  ]);
});

it("offers the plate states that the server accepts, including provinces and other places", () => {
  expect([...PLATE_STATES]).toEqual(acceptedValues("SignUpBody", "vehicleState"));
  expect([...PLATE_STATES]).toEqual(acceptedValues("UserBody", "vehicleState"));
  expect(PLATE_STATES.at(-1)).toBe("Other");
});
