import { describe, expect, it } from "vitest";
import { aParking, aTicket } from "@/testing/sampleItems";
import { describeAmount, findAmountToConfirm } from "./amountHint";
import { buildBody, checkItem } from "./checkItem";
import { defaultValuesOf, type ItemField, labelOf, valuesOf } from "./fieldSpecs";
import { merge } from "./merge";

const FEE: ItemField = { name: "processingFeeAmount", label: "Fee", type: "money" };
const good = () => valuesOf("ticket", { ...aTicket({ points: 3 }) });

describe("checkItem", () => {
  it("reports every missing required field of each form", () => {
    const missing = (kind: "ticket" | "parking" | "toll") =>
      Object.keys(checkItem(kind, defaultValuesOf(kind)));
    expect(missing("ticket")).toEqual(["violationType", "date", "location", "amount"]);
    expect(missing("parking")).toEqual(["violationType", "date", "location", "amount"]);
    expect(missing("toll")).toEqual(["tollRoad", "date", "amount"]);
  });

  it.each([
    ["points", "12"],
    ["points", "1.5"],
    ["points", ""],
    ["amount", "150,00"],
    ["amount", "room 4"],
    ["processingFeeAmount", "-1"],
    ["processingFeeAmount", "1.005"],
    ["ourProcessingFee", "2,99"],
    ["dueDate", "2000-01-01"],
    ["category", ""],
  ])("rejects the value of the field %s: %j", (name, value) => {
    expect(Object.keys(checkItem("ticket", { ...good(), [name]: value }))).toEqual([name]);
  });

  it("rejects a fee above 100 percent, but accepts one above $100", () => {
    const fee = { ...good(), processingFeeAmount: "100.01" };
    expect(checkItem("ticket", fee)).toEqual({});
    const percentage = { ...fee, processingFeeType: "percentage" };
    expect(Object.keys(checkItem("ticket", percentage))).toEqual(["processingFeeAmount"]);
    expect([labelOf(FEE, fee), labelOf(FEE, percentage)]).toEqual(["Fee ($)", "Fee (%)"]);
  });

  it("accepts an unchanged invalid amount, which may be older than the rules for amounts", () => {
    const stored = { ...good(), amount: "150,00" };
    expect(checkItem("ticket", stored, stored)).toEqual({});
    expect(checkItem("ticket", { ...stored, amount: "1500,00" }, stored)).toHaveProperty("amount");
  });

  it("accepts text as an amount only for a ticket", () => {
    expect(checkItem("ticket", { ...good(), amount: "See court" })).toEqual({});
    const parking = { ...valuesOf("parking", { ...aParking() }), amount: "See court" };
    expect(checkItem("parking", parking)).toHaveProperty("amount");
  });
});

describe("the hint below an amount", () => {
  const echo = (amount: string, kind: "ticket" | "toll" = "ticket") =>
    describeAmount(kind, { ...good(), amount });

  it("shows how the driver will see the amount", () => {
    expect(echo("1150.5")).toBe("The driver will see $1,150.50.");
    expect(echo("See court")).toBe(
      "The driver will see $225, estimated from Speeding and 3 points.",
    );
    expect(echo(" ")).toBeUndefined();
  });

  it("explains the format when the amount can't be read", () => {
    expect(echo("1.500,00")).toContain("Use commas only to group thousands");
    expect(echo("See court", "toll")).toContain("Enter the amount in digits");
  });

  it("warns when the amount can't be paid by card", () => {
    expect(echo("0.49")).toContain("The driver can’t pay less than $0.50");
    expect(echo("1,000,000")).toContain("The driver can’t pay more than $999,999.99");
    expect(echo("999,999.99")).not.toContain("can’t");
  });

  it("asks for confirmation of an amount above $5,000, unless it is unchanged", () => {
    const stored = { ...good(), amount: "$6,000" };
    expect(findAmountToConfirm({ ...good(), amount: "5000" })).toBeNull();
    expect(findAmountToConfirm({ ...good(), amount: "5,000.01" }, stored)).toBe(5000_01);
    expect(findAmountToConfirm(stored, stored)).toBeNull();
  });
});

describe("a court time", () => {
  const withTime = (courtTime: string, storedTime?: string) =>
    checkItem(
      "ticket",
      { ...good(), isCourtRequired: true, courtTime },
      storedTime === undefined
        ? undefined
        : { ...good(), isCourtRequired: true, courtTime: storedTime },
    ).courtTime;

  it.each(["1:30", "9", "12:00", " 09:30 "])(
    "asks whether a court time is AM or PM: %s",
    (text) => {
      expect(withTime(text)).toBe("Choose AM or PM.");
    },
  );

  it.each(["1:30 PM", "13:30", "00:15", "8:30–11:30 and 1–4", ""])(
    "accepts the court time: %s",
    (text) => {
      expect(withTime(text)).toBeUndefined();
    },
  );

  it("accepts an unchanged invalid court time, and checks no time if court isn’t required", () => {
    expect(withTime("1:30", "1:30")).toBeUndefined();
    expect(checkItem("ticket", { ...good(), courtTime: "1:30" }).courtTime).toBeUndefined();
  });
});

describe("buildBody", () => {
  it("sends points as a number, and clears the court time if court isn't required", () => {
    const values = { ...good(), courtTime: "9:00 AM", isCourtRequired: false };
    expect(buildBody("ticket", values)).toMatchObject({ points: 3, courtTime: "", isPaid: false });
    const shown = buildBody("ticket", { ...values, isCourtRequired: true });
    expect(shown.courtTime).toBe("9:00 AM");
  });
});

describe("the court of a ticket", () => {
  it("sends a ticket's court as its id, or as zero if no court is chosen", () => {
    const held = valuesOf("ticket", { ...aTicket({ courtId: 12, courtState: "Texas" }) });
    expect(buildBody("ticket", held)).toMatchObject({ courtId: 12, courtState: "Texas" });
    expect(buildBody("ticket", good())).toMatchObject({ courtId: 0, courtState: "" });
  });
});

describe("merge", () => {
  const base = valuesOf("parking", { ...aParking() });

  it("takes a colleague's values into fields that staff haven't edited, and keeps typed values", () => {
    const mine = { ...base, location: "Mine", status: "Overdue" };
    const theirs = { ...base, location: "Theirs", amount: "$99" };
    const { values, differences } = merge("parking", base, mine, theirs);
    expect(values).toEqual({ ...base, location: "Mine", status: "Overdue", amount: "$99" });
    expect(differences.map(({ name, mine: own }) => [name, own])).toEqual([
      ["location", "Mine"],
      ["amount", null],
    ]);
  });

  it("reports no conflict when both editors made the same change", () => {
    const same = { ...base, location: "Same" };
    expect(merge("parking", base, same, same).differences).toMatchObject([{ mine: null }]);
  });
});
