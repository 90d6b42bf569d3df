import { expect, test } from "vitest";
import { dueDateOf, isOrWas } from "./dueDate";

const OWED = { dueDate: "2026-11-28", fine: "80.00", standing: "due" } as const;

test.each([
  ["an unpaid fine", OWED, "2026-11-28"],
  ["a fine that isn’t known", { ...OWED, fine: null }, "2026-11-28"],
  ["a fine of $0", { ...OWED, fine: "0.00" }, null],
  ["a dismissed ticket", { ...OWED, standing: "dismissed" as const }, null],
])("an item has a due date only if something is owed: %s", (_, item, expected) => {
  expect(dueDateOf(item)).toBe(expected);
});

test('isOrWas returns "was" for a date that has passed, and "is" for today', () => {
  const now = new Date(2026, 10, 28, 23);
  expect(isOrWas("2026-11-28", now)).toBe("is");
  expect(isOrWas("2026-11-27", now)).toBe("was");
});
