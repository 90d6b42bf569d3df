import { expect, it } from "vitest";
import { STATES, showsPoints } from "./states";

it("knows the 50 states, in order", () => {
  expect(new Set(STATES).size).toBe(50);
  expect([...STATES].sort()).toEqual([...STATES]);
});

it("shows points unless the state is excluded", () => {
  const without = STATES.filter((state) => !showsPoints(state));
  expect(without.join(", ")).toBe(
    "Hawaii, Kansas, Louisiana, Minnesota, Mississippi, Oregon, Rhode Island, Washington",
  );
  expect(showsPoints(null)).toBe(true);
});
