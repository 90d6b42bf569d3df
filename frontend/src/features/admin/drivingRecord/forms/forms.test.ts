import { describe, expect, it } from "vitest";
import { aParking, aTicket } from "@/testing/items";
import { bodyOf, checkItem } from "./checkItem";
import { defaults, labelOf, type ItemField, valuesOf } from "./fieldSpecs";
import { merge } from "./merge";

const FEE: ItemField = { name: "processingFeeAmount", label: "Fee", type: "money" };
const good = () => valuesOf("ticket", { ...aTicket({ points: 3 }) });

describe("checkItem", () => {
  it("names every required field of each form", () => {
    const missing = (kind: "ticket" | "parking" | "toll") =>
      Object.keys(checkItem(kind, defaults(kind)));
    expect(missing("ticket")).toEqual(["violationType", "date", "location", "amount"]);
    expect(missing("parking")).toEqual(["violationType", "date", "location", "amount"]);
    expect(missing("toll")).toEqual(["tollRoad", "date", "amount"]);
  });

  it.each([
    ["points", "12"],
    ["points", "1.5"],
    ["points", ""],
    ["amount", "a lot"],
    ["processingFeeAmount", "-1"],
    ["processingFeeAmount", "1.005"],
    ["ourProcessingFee", "2,99"],
    ["dueDate", "2000-01-01"],
    ["category", ""],
  ])("refuses %s %j", (name, value) => {
    expect(Object.keys(checkItem("ticket", { ...good(), [name]: value }))).toEqual([name]);
  });

  it("refuses more than a hundred per cent, and only per cent", () => {
    const fee = { ...good(), processingFeeAmount: "100.01" };
    expect(checkItem("ticket", fee)).toEqual({});
    const percentage = { ...fee, processingFeeType: "percentage" };
    expect(Object.keys(checkItem("ticket", percentage))).toEqual(["processingFeeAmount"]);
    expect([labelOf(FEE, fee), labelOf(FEE, percentage)]).toEqual(["Fee ($)", "Fee (%)"]);
  });

  it("lets an amount from before the rules stay as it is", () => {
    const held = { ...good(), amount: "see the notice" };
    expect(checkItem("ticket", held, held)).toEqual({});
    expect(checkItem("ticket", { ...held, amount: "other words" }, held)).toHaveProperty("amount");
  });
});

describe("bodyOf", () => {
  it("sends numbers as numbers, and empties what is hidden", () => {
    const values = { ...good(), courtTime: "9:00 AM", isCourtRequired: false };
    expect(bodyOf("ticket", values)).toMatchObject({ points: 3, courtTime: "", isPaid: false });
    const shown = bodyOf("ticket", { ...values, isCourtRequired: true });
    expect(shown.courtTime).toBe("9:00 AM");
  });
});

describe("merge", () => {
  const base = valuesOf("parking", { ...aParking() });

  it("follows theirs where nothing was touched, and keeps what was typed", () => {
    const mine = { ...base, location: "Mine", status: "Overdue" };
    const theirs = { ...base, location: "Theirs", amount: "$99" };
    const { values, differences } = merge("parking", base, mine, theirs);
    expect(values).toEqual({ ...base, location: "Mine", status: "Overdue", amount: "$99" });
    expect(differences.map(({ name, mine: own }) => [name, own])).toEqual([
      ["location", "Mine"],
      ["amount", null],
    ]);
  });

  it("has nothing to ask when both made the same change", () => {
    const same = { ...base, location: "Same" };
    expect(merge("parking", base, same, same).differences).toMatchObject([{ mine: null }]);
  });
});
