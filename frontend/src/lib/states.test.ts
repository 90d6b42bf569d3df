import { expect, it } from "vitest";
import { STATES } from "./states";

it("lists the 50 states in alphabetical order", () => {
  expect(new Set(STATES).size).toBe(50);
  expect([...STATES].sort()).toEqual([...STATES]);
});
