import { expect, test } from "vitest";
import { MAX_NAME_LENGTH, MAX_NAMED, findNameError } from "./namedEntries";

test("requires a view name of limited length, and limits the number of saved views", () => {
  const full = Array.from({ length: MAX_NAMED }, (_, at) => ({ name: `View ${at}` }));
  expect(findNameError("  ", [], "view")).toBe("Enter a name for the view.");
  expect(findNameError("x".repeat(MAX_NAME_LENGTH + 1), [], "view")).toBeDefined();
  expect(findNameError("One more", full, "view")).toBe(
    "You already have 20 views. Delete one first.",
  );
  expect(findNameError("View 3", full, "view")).toBeUndefined();
  expect(findNameError("Mine", [], "view")).toBeUndefined();
});
