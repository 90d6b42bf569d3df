import type { Lawyer, LawyerBody, PracticeArea } from "@/api/types";
import { formatPhone, isPhone, keepPhoneDigits } from "@/lib/phone";

/** An area in the form. `scope` decides whether it is a whole state, a county or a court. */
export type AreaRow = {
  id: number;
  state: string;
  scope: "state" | "county" | "court";
  county: string;
  court: string;
};
export type LicenseRow = { id: number; state: string; number: string };

/** The typed values. Each row has an id that doesn't change when other rows are removed. */
export type LawyerValues = {
  name: string;
  firm: string;
  licenses: LicenseRow[];
  areas: AreaRow[];
  takesMisdemeanors: boolean;
  capacity: string;
  email: string;
  phone: string;
  trustAccountName: string;
  /** The monthly fee in dollars. Empty for none. */
  monthlyFee: string;
};

const MAX_CAPACITY = 500;
export const MAX_LICENSES = 20;
export const MAX_AREAS = 200;

const MIN_FEE = 1;
const MAX_FEE = 10_000;
const FEE = /^\d+(\.\d{1,2})?$/;

/** Removes dollar signs, commas and spaces from a typed amount. */
const amountOf = (typed: string) => typed.replace(/[$,\s]/g, "");

const nextId = (rows: readonly { id: number }[]) => Math.max(0, ...rows.map(({ id }) => id)) + 1;

/** Returns the rows with an empty license row added. */
export const withLicense = (rows: readonly LicenseRow[]): LicenseRow[] => [
  ...rows,
  { id: nextId(rows), state: "", number: "" },
];
/** Returns the rows with an empty area row added. */
export const withArea = (rows: readonly AreaRow[]): AreaRow[] => [
  ...rows,
  { id: nextId(rows), state: "", scope: "state", county: "", court: "" },
];

export const EMPTY_LAWYER: LawyerValues = {
  name: "",
  firm: "",
  licenses: withLicense([]),
  areas: withArea([]),
  takesMisdemeanors: true,
  capacity: "20",
  email: "",
  phone: "",
  trustAccountName: "",
  monthlyFee: "",
};

const scopeOf = ({ county, courtId }: PracticeArea) =>
  courtId !== null ? "court" : county ? "county" : "state";

/** Converts a lawyer to the values of the form. */
export const valuesOf = (lawyer: Lawyer): LawyerValues => ({
  name: lawyer.name,
  firm: lawyer.firm,
  licenses: lawyer.licenses.map((license, id) => ({ id, ...license })),
  areas: lawyer.areas.map((area, id) => ({
    id,
    state: area.state,
    scope: scopeOf(area),
    county: area.county ?? "",
    court: area.courtId === null ? "" : String(area.courtId),
  })),
  takesMisdemeanors: lawyer.takesMisdemeanors,
  capacity: String(lawyer.capacity),
  email: lawyer.email,
  phone: formatPhone(lawyer.phone),
  trustAccountName: lawyer.trustAccountName,
  monthlyFee: lawyer.monthlyFee ?? "",
});

/** Validates the form before the call. Returns error messages by field. */
export function checkLawyer(values: LawyerValues): Record<string, string | undefined> {
  const { licenses, areas, capacity, phone } = values;
  const states = licenses.map(({ state }) => state);
  const isLicensed = licenses.every(({ state, number }) => state && number.trim());
  const isArea = ({ state, scope, county, court }: AreaRow) =>
    state && (scope !== "county" || county.trim()) && (scope !== "court" || court);
  const maxCases = Number(capacity);
  const fee = amountOf(values.monthlyFee);
  const isEmptyFee = fee === "";
  return {
    name: values.name.trim() ? undefined : "Enter the name that drivers see.",
    firm: values.firm.trim() ? undefined : "Enter the law firm.",
    email: values.email.trim() ? undefined : "Enter an email.",
    phone: isPhone(phone) ? undefined : "Enter all 10 digits.",
    licenses:
      licenses.length === 0
        ? "Add at least one license."
        : !isLicensed
          ? "Choose a state and enter the number for each license."
          : new Set(states).size < states.length
            ? "Enter only one license per state."
            : undefined,
    areas:
      areas.length === 0
        ? "Add at least one area."
        : !areas.every(isArea)
          ? "Complete each area: its state, and its county or court."
          : areas.some(({ state }) => !states.includes(state))
            ? "A lawyer can take cases only in states where they’re licensed."
            : undefined,
    capacity:
      Number.isInteger(maxCases) && maxCases >= 1 && maxCases <= MAX_CAPACITY
        ? undefined
        : `Enter a number from 1 to ${MAX_CAPACITY}.`,
    trustAccountName: values.trustAccountName.trim()
      ? undefined
      : "Enter the name on the trust account.",
    monthlyFee:
      isEmptyFee || (FEE.test(fee) && Number(fee) >= MIN_FEE && Number(fee) <= MAX_FEE)
        ? undefined
        : "Enter an amount from $1 to $10,000, or leave this empty.",
  };
}

/** Builds the request from the form's values. */
export const bodyOf = (values: LawyerValues): LawyerBody => ({
  name: values.name.trim(),
  firm: values.firm.trim(),
  licenses: values.licenses.map(({ state, number }) => ({ state, number: number.trim() })),
  areas: values.areas.map(({ state, scope, county, court }) => ({
    state,
    county: scope === "county" ? county.trim() : null,
    courtId: scope === "court" ? Number(court) : null,
  })),
  takesMisdemeanors: values.takesMisdemeanors,
  capacity: Number(values.capacity),
  email: values.email.trim(),
  phone: keepPhoneDigits(values.phone),
  trustAccountName: values.trustAccountName.trim(),
  monthlyFee: amountOf(values.monthlyFee) || null,
});
