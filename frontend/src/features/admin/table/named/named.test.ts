import { expect, test } from "vitest";
import { MAX_NAME_LENGTH, MAX_NAMED, nameError } from "./named";

test("requires a name and limits the number of saved views", () => {
  const full = Array.from({ length: MAX_NAMED }, (_, at) => ({ name: `View ${at}` }));
  expect(nameError("  ", [], "view")).toBe("Enter a name for the view.");
  expect(nameError("x".repeat(MAX_NAME_LENGTH + 1), [], "view")).toBeDefined();
  expect(nameError("One more", full, "view")).toBe("You already have 20 views. Delete one first.");
  expect(nameError("View 3", full, "view")).toBeUndefined();
  expect(nameError("Mine", [], "view")).toBeUndefined();
});
