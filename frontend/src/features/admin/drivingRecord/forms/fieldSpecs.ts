import { fieldRules } from "@/api/generated/fieldRules.gen";
import type { ChargeStatus, FeeType, TicketCategory, TicketStatus } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { keysOf } from "@/lib/labels";

/** Categories of a ticket. The keys of this and the next three constants are the options of selects, in order. */
const CATEGORIES: Record<TicketCategory, true> = {
  traffic: true,
  parking: true,
  speeding: true,
  other: true,
};
const TICKET_STATUSES: Record<TicketStatus, true> = {
  Fine: true,
  Warning: true,
  "Court Required": true,
};
const CHARGE_STATUSES: Record<ChargeStatus, true> = { Unpaid: true, Paid: true, Overdue: true };
const FEE_TYPES: Record<FeeType, true> = { flat: true, percentage: true };

/** The rules of a field in the API's contract. */
type FieldRule = {
  required?: boolean;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

/** How the form shows a field. */
type FieldView = {
  label: string;
  type: "text" | "date" | "number" | "money" | "select" | "state" | "court" | "area" | "check";
  options?: readonly string[];
  hint?: string;
  placeholder?: string;
  /** Makes the field span the full width of the form. */
  wide?: boolean;
  /** Name of the checkbox that must be checked for this field to show. */
  when?: string;
};

/** A field of the forms for tickets, parking tickets and tolls (docs/product/driving-record.md#filing-an-item). */
export type ItemField = FieldView & FieldRule & { name: string };

export type Group = { title: string; fields: readonly ItemField[] };
export type ItemValues = Record<string, string | boolean>;

/** The fields of a group, in order. The fields' names and rules come from the contract. */
type GroupView<Name extends string> = { title: string; fields: Partial<Record<Name, FieldView>> };

/** Adds each field's name and its rules from the contract to the groups of fields. */
function withRules<Name extends string>(
  rules: Readonly<Record<Name, FieldRule>>,
  groups: readonly GroupView<NoInfer<Name>>[],
): Group[] {
  return groups.map(({ title, fields }) => ({
    title,
    fields: Object.entries<FieldView | undefined>(fields).flatMap(([name, view]) =>
      view ? [{ ...view, ...rules[name as Name], name }] : [],
    ),
  }));
}

const CITATION = {
  citationNumber: { label: "Citation Number", type: "text", hint: "Exactly as printed." },
  issuer: { label: "Issued By", type: "text", hint: "The court, city or toll agency." },
} as const satisfies Record<string, FieldView>;
const VIOLATION = {
  label: "Violation Type",
  type: "text",
  placeholder: "Speeding",
  wide: true,
} as const satisfies FieldView;
const DATES = {
  date: { label: "Date", type: "date" },
  dueDate: { label: "Due Date", type: "date" },
} as const satisfies Record<string, FieldView>;
const LOCATION = { label: "Location", type: "text", wide: true } as const satisfies FieldView;
const AMOUNT = { label: "Amount", type: "text", placeholder: "$150" } as const satisfies FieldView;
const CHARGE_STATUS: FieldView = {
  label: "Status",
  type: "select",
  options: keysOf(CHARGE_STATUSES),
};
/** Whether the driver contests the item. A disputed item doesn't count as due. */
const DISPUTED: FieldView = { label: "Disputed by the driver", type: "check" };
const FEES = {
  processingFeeType: {
    label: "Processing Fee Type",
    type: "select",
    options: keysOf(FEE_TYPES),
  },
  processingFeeAmount: { label: "Processing Fee Amount", type: "money" },
  ourProcessingFee: { label: "Our Processing Fee ($)", type: "money" },
} as const satisfies Record<string, FieldView>;

export const GROUPS: Record<ItemKind, readonly Group[]> = {
  ticket: withRules(fieldRules.ticket, [
    {
      title: "Violation",
      fields: {
        ...CITATION,
        violationType: VIOLATION,
        category: { label: "Category", type: "select", options: keysOf(CATEGORIES) },
        status: { label: "Status", type: "select", options: keysOf(TICKET_STATUSES) },
        ...DATES,
        location: LOCATION,
        amount: AMOUNT,
        points: { label: "Points", type: "number" },
      },
    },
    {
      title: "Court",
      fields: {
        isCourtRequired: { label: "Court appearance required", type: "check" },
        isDisputed: DISPUTED,
        courtDate: { label: "Court Date", type: "date", when: "isCourtRequired" },
        courtTime: {
          label: "Court Time",
          type: "text",
          placeholder: "9:00 AM",
          when: "isCourtRequired",
        },
        courtId: {
          label: "Court",
          type: "court",
          hint: "If a court issued the ticket, we fill this in when you save.",
        },
        courtState: {
          label: "State of the Court",
          type: "state",
          hint: "If the court or issuer already has a state on file, we use that state instead.",
        },
      },
    },
    {
      title: "Details",
      fields: {
        violationCode: { label: "Violation Code", type: "text" },
        timeOfViolation: { label: "Time of Violation", type: "text", placeholder: "2:30 PM" },
        issuingOfficerAgency: { label: "Issuing Officer/Agency", type: "text", wide: true },
        consequence: { label: "Consequence", type: "area", wide: true },
        thingsToKnow: {
          label: "Things to Know",
          type: "area",
          hint: "Separate items with commas.",
          wide: true,
        },
        evidenceProvided: { label: "Evidence Provided", type: "area", wide: true },
      },
    },
    {
      title: "Fees",
      fields: { ...FEES, isPaid: { label: "Mark as paid", type: "check", wide: true } },
    },
  ]),
  parking: withRules(fieldRules.parking, [
    {
      title: "Violation",
      fields: {
        ...CITATION,
        violationType: { ...VIOLATION, placeholder: "Expired meter" },
        ...DATES,
        location: LOCATION,
        amount: { ...AMOUNT, placeholder: "$45" },
        status: CHARGE_STATUS,
        isDisputed: DISPUTED,
      },
    },
    { title: "Fees", fields: FEES },
  ]),
  toll: withRules(fieldRules.toll, [
    {
      title: "Toll",
      fields: {
        ...CITATION,
        tollRoad: { label: "Toll Road", type: "text", placeholder: "SH 130", wide: true },
        date: DATES.date,
        timeOfDay: { label: "Time of Day", type: "text", placeholder: "2:30 PM" },
        dueDate: DATES.dueDate,
        amount: { ...AMOUNT, placeholder: "$3.50" },
        status: CHARGE_STATUS,
        isDisputed: DISPUTED,
      },
    },
    { title: "Fees", fields: FEES },
  ]),
};

export const fieldsOf = (kind: ItemKind): ItemField[] => GROUPS[kind].flatMap((g) => g.fields);

const OWN_FEE: Record<ItemKind, string> = { ticket: "2.99", parking: "1.99", toll: "1.50" };

/** Initial values of a new item (docs/product/driving-record.md#fees-on-file). */
export function defaultValuesOf(kind: ItemKind): ItemValues {
  const empty = fieldsOf(kind).map(({ name, type }) => [name, type === "check" ? false : ""]);
  const own: ItemValues =
    kind === "ticket" ? { category: "traffic", status: "Fine", points: "0" } : { status: "Unpaid" };
  return {
    ...Object.fromEntries(empty),
    ...own,
    processingFeeType: "flat",
    processingFeeAmount: "0.00",
    ourProcessingFee: OWN_FEE[kind],
  };
}

/** Converts an existing item to the values of the form's fields. */
export function valuesOf(kind: ItemKind, record: Readonly<Record<string, unknown>>): ItemValues {
  const shown = (value: unknown) => (typeof value === "boolean" ? value : String(value ?? ""));
  return Object.fromEntries(fieldsOf(kind).map(({ name }) => [name, shown(record[name])]));
}

/** Returns a field's label. The label of the fee includes its unit. */
export function labelOf(field: ItemField, values: ItemValues): string {
  if (field.name !== "processingFeeAmount") return field.label;
  return `${field.label} (${values.processingFeeType === "percentage" ? "%" : "$"})`;
}
