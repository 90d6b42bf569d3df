import { describe, expect, it } from "vitest";
import { NO_VALUES } from "../addedItem";
import { propose } from "../proposal";
import { readTicket } from "./readTicket";

const TODAY = "2026-11-28";

const CASES = [
  {
    name: "labels and values on the same line",
    text: "NOTICE TO APPEAR\nCITATION NO: E4022224\nDATE OF VIOLATION: 09/09/2026 08:42 AM\nDOB: 03/14/1991\nFINE AMOUNT: $96.50\nAPPEAR ON OR BEFORE: 10/03/2026",
    values: {
      kind: "ticket",
      citationNumber: "E4022224",
      date: "2026-09-09",
      dueDate: "2026-10-03",
      amount: "96.50",
    },
  },
  {
    name: "a row of labels above a row of values",
    text: "COURTESY NOTICE\nCITATION NUMBER VIOLATION DATE DUE DATE\nA311917KR 10/03/2026 11/08/2026\nVIOLATION(S) BAIL AMOUNT\n22350VC Unsafe speed $1,300.50",
    values: {
      kind: "ticket",
      citationNumber: "A311917KR",
      date: "2026-10-03",
      dueDate: "2026-11-08",
      amount: "1300.50",
    },
  },
  {
    name: "a label above its value, and an amount for late payers",
    text: "PARKING TICKET\nTICKET #\n7066562654\nISSUED 10/11/2026 11:15 AM\nEXPIRED METER\nFINE $368.50\nRESPOND BY 11/20/2026\nAFTER THIS DATE $50.00 MORE IS DUE",
    values: {
      kind: "parking",
      citationNumber: "7066562654",
      date: "2026-10-11",
      dueDate: "2026-11-20",
      amount: "368.50",
    },
  },
  {
    name: "a toll with other amounts and a date of the notice",
    text: "Toll Evasion Notice\nNotice Number: T-2276234-7\nNotice Date: 10/01/2026\nTransaction Date Time Location\n09/23/2026 17:08:22 Carquinez Bridge\nToll $9.00\nFee $5.00\nTotal Amount Due $14.00\nDue Date: 10/24/2026",
    values: {
      kind: "toll",
      citationNumber: "T-2276234-7",
      date: "2026-09-23",
      dueDate: "2026-10-24",
      amount: "14.00",
    },
  },
  {
    name: "no date that doesn't exist, and no violation in the future",
    text: "CITATION NO: 12\nISSUED 10/67/2026\nDATE OF VIOLATION 12/24/2026\nDUE DATE 02/30/2027",
    values: {},
  },
  {
    name: "a parking notice with a toll-free number as parking, not as a toll",
    text: "NOTICE OF PARKING VIOLATION\nCall toll-free (800) 555-0100",
    values: { kind: "parking" },
  },
  {
    name: "the violation's date, but no due date before it",
    text: "ISSUED 10/11/26\nDUE DATE 10/01/26",
    values: { date: "2026-10-11" },
  },
  { name: "nothing from an empty text", text: "", values: {} },
];

describe("readTicket", () => {
  it.each(CASES)("reads $name", ({ text, values }) => {
    expect(readTicket(text, TODAY)).toEqual(values);
  });

  it("finds no citation number in a text that is far too long", () => {
    const text = `CITATION NO: ${"A1B2-".repeat(20_000)}`;
    expect(readTicket(text, TODAY)).toEqual({});
  });
});

describe("propose", () => {
  it("fills in only fields that are empty", () => {
    const typed = { ...NO_VALUES, amount: "120" };
    const read = { kind: "parking", citationNumber: "AB-1234", amount: "20.00" } as const;
    expect(propose(typed, read)).toEqual({ kind: "parking", citationNumber: "AB-1234" });
  });

  it("keeps the kind of ticket once the driver has typed a violation", () => {
    const typed = { ...NO_VALUES, violationType: "Speeding" };
    expect(propose(typed, { kind: "toll" })).toEqual({});
  });
});
