import { expect, it } from "vitest";
import { STATES } from "./states";

it("knows the 50 states, in order", () => {
  expect(new Set(STATES).size).toBe(50);
  expect([...STATES].sort()).toEqual([...STATES]);
});
