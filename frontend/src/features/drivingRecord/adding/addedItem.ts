import type { AddedItemBody } from "@/api/types";
import type { ItemKind } from "@/lib/paths";

/** What the driver has typed. Empty strings are fields left blank. */
export type AddedItemValues = {
  kind: ItemKind;
  issuer: string;
  citationNumber: string;
  violationType: string;
  tollRoad: string;
  date: string;
  dueDate: string;
  location: string;
  amount: string;
  points: string;
  isCourtRequired: boolean;
  courtDate: string;
  courtTime: string;
  courtState: string;
};

export const NO_VALUES: AddedItemValues = {
  kind: "ticket",
  issuer: "",
  citationNumber: "",
  violationType: "",
  tollRoad: "",
  date: "",
  dueDate: "",
  location: "",
  amount: "",
  points: "",
  isCourtRequired: false,
  courtDate: "",
  courtTime: "",
  courtState: "",
};

export const KINDS: readonly { value: ItemKind; label: string }[] = [
  { value: "ticket", label: "Traffic ticket" },
  { value: "parking", label: "Parking ticket" },
  { value: "toll", label: "Toll" },
];

/** Suggestions for the violation. The driver can type any other. */
export const VIOLATIONS: Readonly<Record<ItemKind, readonly string[]>> = {
  ticket: ["Speeding", "Red light violation", "Stop sign violation", "Phone while driving"],
  parking: ["Expired meter", "No parking", "Street cleaning", "Double parking"],
  toll: [],
};

/** Returns an error for each required field that is empty. The server checks the values. */
export function findMissing(values: AddedItemValues): Record<string, string | undefined> {
  const { kind } = values;
  return {
    violationType:
      kind !== "toll" && !values.violationType.trim() ? "Enter the violation." : undefined,
    tollRoad: kind === "toll" && !values.tollRoad.trim() ? "Enter the toll road." : undefined,
    date: values.date ? undefined : "Enter the date.",
    location: kind !== "toll" && !values.location.trim() ? "Enter the location." : undefined,
    amount: kind !== "ticket" && !values.amount.trim() ? "Enter the amount." : undefined,
  };
}

/**
 * Builds the request with the fields that are filled in and belong to the kind. `isAnother` says
 * that this is not the similar item on record.
 */
export function buildBody(values: AddedItemValues, isAnother: boolean): AddedItemBody {
  const { kind, date, isCourtRequired } = values;
  const isTicket = kind === "ticket";
  const text = (value: string, belongs = true) => (belongs && value.trim()) || undefined;
  const fields = {
    issuer: text(values.issuer),
    citationNumber: text(values.citationNumber),
    violationType: text(values.violationType, kind !== "toll"),
    tollRoad: text(values.tollRoad, kind === "toll"),
    dueDate: text(values.dueDate),
    location: text(values.location, kind !== "toll"),
    amount: text(values.amount),
    points: isTicket && values.points ? Number(values.points) : undefined,
    isCourtRequired: isTicket && isCourtRequired ? true : undefined,
    courtDate: text(values.courtDate, isTicket && isCourtRequired),
    courtTime: text(values.courtTime, isTicket && isCourtRequired),
    courtState: text(values.courtState, isTicket),
    isAnother: isAnother ? true : undefined,
  };
  const filled = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { kind, date, ...Object.fromEntries(filled) };
}
