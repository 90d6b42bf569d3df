import { describe, expect, it } from "vitest";
import { ApiError } from "@/api/client";
import {
  describeRemittanceRefusal,
  formatItem,
  formatPaymentCount,
  nameOfPayee,
  sumOf,
} from "./remittanceTexts";

describe("owed money", () => {
  it("names the authority to which money is owed, or the issuer on the items", () => {
    expect(
      nameOfPayee({ payee: { kind: "authority", id: 3, name: "New York City" }, issuer: null }),
    ).toBe("New York City");
    expect(nameOfPayee({ payee: null, issuer: "NYC" })).toBe(
      "No authority yet. The items list NYC as the issuer.",
    );
    expect(nameOfPayee({ payee: null, issuer: null })).toBe("No authority yet");
  });

  it("adds up amounts to the cent, and formats the number of payments", () => {
    expect(sumOf(["0.10", "0.20", "1150.55"])).toBe("1150.85");
    expect(sumOf([])).toBe("0.00");
    expect([formatPaymentCount(1), formatPaymentCount(1200)]).toEqual([
      "1 payment",
      "1,200 payments",
    ]);
  });

  it("names an item by its label, type and id, or by type and id if it has no label", () => {
    expect(formatItem({ type: "ticket", itemId: 12, label: "Speeding" })).toBe(
      "Speeding, ticket 12",
    );
    expect(formatItem({ type: "toll", itemId: 3, label: null })).toBe("Toll 3");
  });
});

it("explains why the server refused a change, or that the outcome is unknown", () => {
  const refused = (code: string) => new ApiError(409, "Conflict", JSON.stringify({ code }));
  expect(describeRemittanceRefusal(refused("changed_meanwhile"))).toMatch(
    /^This changed in the meantime/,
  );
  expect(describeRemittanceRefusal(refused("nothing_to_send"))).toMatch(
    /^There’s nothing left to send/,
  );
  expect(describeRemittanceRefusal(new Error("?"))).toMatch(
    /^We couldn’t tell whether that worked/,
  );
});
