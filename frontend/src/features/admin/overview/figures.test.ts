import { describe, expect, it } from "vitest";
import { formatCount } from "@/lib/labels";
import { formatDollars, labeledValues } from "./figures";

const MONEY = [
  { key: "fines", label: "Fines", tone: "blue" },
  { key: "back", label: "Refunds and chargebacks", tone: "red" },
] as const;
const PAID = [{ key: "count", label: "Payments", tone: "blue" }] as const;

describe("the details of a point in a chart", () => {
  it("lists each part of a point in a chart and the total", () => {
    const day = { name: "Nov 21", values: [120_00, -20_50] };
    expect(labeledValues(day, MONEY, formatDollars)).toEqual([
      { label: "Fines", tone: "blue", value: "$120" },
      { label: "Refunds and chargebacks", tone: "red", value: "-$20.50" },
      { label: "Total", value: "$99.50" },
    ]);
  });

  it("lists a point with a single number without a total, but with its amount", () => {
    const type = { name: "Tolls", values: [1200], note: "$4,200" };
    expect(labeledValues(type, PAID, formatCount)).toEqual([
      { label: "Payments", tone: "blue", value: "1,200" },
      { label: "Amount", value: "$4,200" },
    ]);
  });
});
