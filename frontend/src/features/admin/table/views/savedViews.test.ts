import { expect, test } from "vitest";
import { viewOf } from "./savedViews";

test.each([
  ["page=3&status=pending&row=7", "status=pending"],
  // A view doesn't store its search, because a search may be a driver's name.
  ["q=Ava+Thompson&sort=-amount", "sort=-amount"],
  ["status=pending&solved=false", "solved=false&status=pending"],
])("a view saved at the query %s stores %s", (query, kept) => {
  expect(viewOf(new URLSearchParams(query), null)).toBe(kept);
});

test("a view stores its columns if they were chosen", () => {
  expect(viewOf(new URLSearchParams("status=pending"), ["id", "amount"])).toBe(
    "columns=id%2Camount&status=pending",
  );
});
