import { describe, expect, it } from "vitest";
import { ApiError } from "@/api/client";
import {
  describeRefusal,
  formatItem,
  formatPaymentCount,
  nameOfPayee,
  sumOf,
} from "./remittanceTexts";

describe("money owed to an authority", () => {
  it("shows the authority's name, or the issuer on the items", () => {
    expect(
      nameOfPayee({ payee: { kind: "authority", id: 3, name: "New York City" }, issuer: null }),
    ).toBe("New York City");
    expect(nameOfPayee({ payee: null, issuer: "NYC" })).toBe(
      "No authority yet. The items list NYC as the issuer.",
    );
    expect(nameOfPayee({ payee: null, issuer: null })).toBe("No authority yet");
  });

  it("is added up in whole cents, and its payments are counted", () => {
    expect(sumOf(["0.10", "0.20", "1150.55"])).toBe("1150.85");
    expect(sumOf([])).toBe("0.00");
    expect([formatPaymentCount(1), formatPaymentCount(1200)]).toEqual([
      "1 payment",
      "1,200 payments",
    ]);
  });

  it("shows the item with or without its label", () => {
    expect(formatItem({ type: "ticket", itemId: 12, label: "Speeding" })).toBe(
      "Speeding, ticket 12",
    );
    expect(formatItem({ type: "toll", itemId: 3, label: null })).toBe("Toll 3");
  });
});

it("explains a conflict with a colleague's change", () => {
  const refused = (code: string) => new ApiError(409, "Conflict", JSON.stringify({ code }));
  expect(describeRefusal(refused("changed_meanwhile"))).toMatch(
    /^A colleague already changed this/,
  );
  expect(describeRefusal(refused("nothing_to_send"))).toMatch(/^There’s nothing left to send/);
  expect(describeRefusal(new Error("?"))).toBe("That didn’t work. Please try again.");
});
