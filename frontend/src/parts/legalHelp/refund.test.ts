import { expect, test } from "vitest";
import { canceledText, refundCents } from "./refund";

test.each([
  ["the whole price", { amount: "75.00", refundAmount: "75.00" }, "Canceled and refunded"],
  ["a part", { amount: "75.00", refundAmount: "37.50" }, "Canceled, $37.50 refunded"],
  ["a hire from an older server, without the field", { amount: "75.00" }, "Canceled and refunded"],
])(
  "the status of a canceled hire shows whether the whole price or a part was refunded: %s",
  (_, hire, expected) => {
    expect(canceledText(hire)).toBe(expected);
  },
);

test("the refund counts as the full price if no refunded amount is recorded", () => {
  expect(refundCents({ amount: "75.00", refundAmount: "0.00" })).toBe(7500);
});
