import { describe, expect, it } from "vitest";
import type { Lawyer } from "@/api/types";
import { bodyOf, checkLawyer, EMPTY_LAWYER, type LawyerValues, valuesOf } from "./lawyerForm";

const TEXAS = { state: "Texas", number: "24012345" };
const AREA = { state: "Texas", scope: "state", county: "", court: "" } as const;
const VALID: LawyerValues = {
  name: "Lena Ortiz",
  firm: "Ortiz Traffic Law",
  licenses: [{ id: 0, ...TEXAS }],
  areas: [{ id: 0, ...AREA }],
  takesMisdemeanors: true,
  capacity: "20",
  email: "lena@x.test",
  phone: "(512) 555-0142",
  trustAccountName: "Ortiz IOLTA",
  monthlyFee: "199.00",
};
const errors = (overrides: Partial<LawyerValues>) =>
  Object.entries(checkLawyer({ ...VALID, ...overrides })).flatMap(([name, text]) =>
    text ? [name] : [],
  );

describe("a lawyer's details", () => {
  it.each<[string, Partial<LawyerValues>, string[]]>([
    ["are complete", {}, []],
    ["need at least one license", { licenses: [], areas: VALID.areas }, ["licenses", "areas"]],
    ["need a license number", { licenses: [{ id: 0, state: "Texas", number: " " }] }, ["licenses"]],
    [
      "have one license per state",
      {
        licenses: [
          { id: 0, ...TEXAS },
          { id: 1, ...TEXAS },
        ],
      },
      ["licenses"],
    ],
    [
      "need a county's name for an area of one county",
      { areas: [{ id: 0, ...AREA, scope: "county" }] },
      ["areas"],
    ],
    [
      "need a court for an area of one court",
      { areas: [{ id: 0, ...AREA, scope: "court" }] },
      ["areas"],
    ],
    [
      "have areas only in states where the lawyer is licensed",
      { areas: [{ id: 0, ...AREA, state: "Ohio" }] },
      ["areas"],
    ],
    ["have a capacity of at least one", { capacity: "0" }, ["capacity"]],
    ["have a capacity of at most 500", { capacity: "501" }, ["capacity"]],
    ["have a monthly fee of at least $1", { monthlyFee: "0.99" }, ["monthlyFee"]],
    ["have a monthly fee of at most $10,000", { monthlyFee: "10000.01" }, ["monthlyFee"]],
    ["have a monthly fee in dollars", { monthlyFee: "a lot" }, ["monthlyFee"]],
    ["may have no monthly fee", { monthlyFee: " " }, []],
    ["need ten digits of a phone number", { phone: "(512) 555" }, ["phone"]],
  ])("checks a lawyer's details: they %s", (_, overrides, expected) => {
    expect(errors(overrides)).toEqual(expected);
  });

  it("reports, in a new form, each required field without a default value", () => {
    expect(
      Object.keys(checkLawyer(EMPTY_LAWYER)).filter((name) => checkLawyer(EMPTY_LAWYER)[name]),
    ).toEqual(["name", "firm", "email", "phone", "licenses", "areas", "trustAccountName"]);
  });
});

it("sends only the county or court that an area is limited to", () => {
  const areas = [
    { id: 0, ...AREA, county: "Travis", court: "4" },
    { id: 1, ...AREA, scope: "county" as const, county: " Travis ", court: "4" },
    { id: 2, ...AREA, scope: "court" as const, county: "Travis", court: "4" },
  ];
  expect(bodyOf({ ...VALID, areas }).areas).toEqual([
    { state: "Texas", county: null, courtId: null },
    { state: "Texas", county: "Travis", courtId: null },
    { state: "Texas", county: null, courtId: 4 },
  ]);
});

it("sends a lawyer's stored details unchanged if nothing was edited", () => {
  const body = bodyOf(VALID);
  const areas = [{ state: "Texas", county: null, courtId: null }];
  const lawyer: Lawyer = {
    ...body,
    monthlyFee: body.monthlyFee as string,
    feeFrom: "2026-11",
    areas,
    id: 1,
    version: 2,
    isActive: true,
    hasAccount: true,
    userId: 11,
    hasSecondFactor: false,
    hasPhoto: false,
    openCases: 0,
    minutesToAccept: null,
    overdueUpdates: 0,
  };
  expect(bodyOf(valuesOf(lawyer))).toEqual(body);
});

it("sends the monthly fee without a dollar sign or commas, and no fee if the field is empty", () => {
  const feeOf = (monthlyFee: string) => bodyOf({ ...VALID, monthlyFee }).monthlyFee;
  expect(["$1,250.50", " 199 ", ""].map(feeOf)).toEqual(["1250.50", "199", null]);
});
