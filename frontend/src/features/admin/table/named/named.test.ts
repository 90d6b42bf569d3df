import { expect, test } from "vitest";
import { LONGEST_NAME, MOST_NAMED, wrongName } from "./named";

test("requires a name and limits the number of saved views", () => {
  const full = Array.from({ length: MOST_NAMED }, (_, at) => ({ name: `View ${at}` }));
  expect(wrongName("  ", [], "view")).toBe("Enter a name for the view.");
  expect(wrongName("x".repeat(LONGEST_NAME + 1), [], "view")).toBeDefined();
  expect(wrongName("One more", full, "view")).toBe("You already have 20 views. Delete one first.");
  expect(wrongName("View 3", full, "view")).toBeUndefined();
  expect(wrongName("Mine", [], "view")).toBeUndefined();
});
