import { describe, expect, it } from "vitest";
import { readPaymentQuery } from "./paymentQuery";

const read = (query: string) => readPaymentQuery(new URLSearchParams(query));

describe("the payment page's query", () => {
  it.each([
    [
      "type=ticket&amount=150.00&id=7",
      { screen: "pay", type: "ticket", cents: 150_00, id: 7, violationType: null },
    ],
    [
      "type=lawyer&amount=62.5&id=7&violationType=Speeding&userId=2&v=3&ts=1",
      { screen: "pay", type: "lawyer", cents: 62_50, id: 7, violationType: "Speeding" },
    ],
    [
      "type=toll&amount=%241%2C250&id=9",
      { screen: "pay", type: "toll", cents: 1250_00, id: 9, violationType: null },
    ],
    ["parking=3&user=2", { screen: "details", kind: "parking", id: 3, user: 2 }],
    ["toll=3&user=2", { screen: "details", kind: "toll", id: 3, user: 2 }],
  ])("reads the query of a payment or of an item's details: %s", (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it.each([
    "",
    "type=ticket&amount=150",
    "type=ticket&id=1",
    "amount=150&id=1",
    "type=boat&amount=150&id=1",
    "type=ticket&amount=much&id=1",
    "type=ticket&amount=150&id=0",
    "type=ticket&amount=150&id=1e3",
    "type=ticket&amount=-5&id=1",
    "parking=3",
    "toll=0&user=2",
    "parking=x&user=2",
  ])("rejects an incomplete or invalid query: %s", (query) => {
    expect(read(query)).toBeNull();
  });
});
