import type { ChargeStatus, FeeType, TicketCategory, TicketStatus } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { keysOf } from "@/lib/labels";

/** Options of the selects, in the order in which the forms list them. */
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

/** A field of the forms for tickets, parking tickets and tolls (docs/product/driving-record.md#filing-an-item). */
export type ItemField = {
  name: string;
  label: string;
  type: "text" | "date" | "number" | "money" | "select" | "state" | "court" | "area" | "check";
  required?: boolean;
  options?: readonly string[];
  max?: number;
  hint?: string;
  placeholder?: string;
  /** Makes the field span the full width of the form. */
  wide?: boolean;
  /** Name of the checkbox that must be checked for this field to show. */
  when?: string;
};

export type Group = { title: string; fields: readonly ItemField[] };
export type ItemValues = Record<string, string | boolean>;

const CITATION: readonly ItemField[] = [
  {
    name: "citationNumber",
    label: "Citation Number",
    type: "text",
    max: 64,
    hint: "Exactly as printed.",
  },
  {
    name: "issuer",
    label: "Issued By",
    type: "text",
    max: 200,
    hint: "The court, city or toll agency.",
  },
];
const VIOLATION: ItemField = {
  name: "violationType",
  label: "Violation Type",
  type: "text",
  required: true,
  max: 200,
  placeholder: "Speeding",
  wide: true,
};
const DATE: ItemField = { name: "date", label: "Date", type: "date", required: true };
const DUE: ItemField = { name: "dueDate", label: "Due Date", type: "date" };
const LOCATION: ItemField = {
  name: "location",
  label: "Location",
  type: "text",
  required: true,
  max: 300,
  wide: true,
};
const AMOUNT: ItemField = {
  name: "amount",
  label: "Amount",
  type: "text",
  required: true,
  max: 100,
  placeholder: "$150",
};
const CHARGE_STATUS: ItemField = {
  name: "status",
  label: "Status",
  type: "select",
  options: keysOf(CHARGE_STATUSES),
};
/** Whether the driver contests the item. Then it doesn't count as due. */
const DISPUTED: ItemField = {
  name: "isDisputed",
  label: "Disputed by the driver",
  type: "check",
};
const FEES: Group = {
  title: "Fees",
  fields: [
    {
      name: "processingFeeType",
      label: "Processing Fee Type",
      type: "select",
      options: keysOf(FEE_TYPES),
    },
    { name: "processingFeeAmount", label: "Processing Fee Amount", type: "money" },
    { name: "ourProcessingFee", label: "Our Processing Fee ($)", type: "money" },
  ],
};

export const GROUPS: Record<ItemKind, readonly Group[]> = {
  ticket: [
    {
      title: "Violation",
      fields: [
        ...CITATION,
        VIOLATION,
        {
          name: "category",
          label: "Category",
          type: "select",
          required: true,
          options: keysOf(CATEGORIES),
        },
        {
          name: "status",
          label: "Status",
          type: "select",
          options: keysOf(TICKET_STATUSES),
        },
        DATE,
        DUE,
        LOCATION,
        AMOUNT,
        { name: "points", label: "Points", type: "number", required: true },
      ],
    },
    {
      title: "Court",
      fields: [
        { name: "isCourtRequired", label: "Court appearance required", type: "check" },
        DISPUTED,
        { name: "courtDate", label: "Court Date", type: "date", when: "isCourtRequired" },
        {
          name: "courtTime",
          label: "Court Time",
          type: "text",
          max: 50,
          placeholder: "9:00 AM",
          when: "isCourtRequired",
        },
        {
          name: "courtId",
          label: "Court",
          type: "court",
          hint: "If a court issued the ticket, we fill this in when you save.",
        },
        {
          name: "courtState",
          label: "State of the Court",
          type: "state",
          hint: "If the court or issuer already has a state on file, we use that state instead.",
        },
      ],
    },
    {
      title: "Details",
      fields: [
        { name: "violationCode", label: "Violation Code", type: "text", max: 100 },
        {
          name: "timeOfViolation",
          label: "Time of Violation",
          type: "text",
          max: 50,
          placeholder: "2:30 PM",
        },
        {
          name: "issuingOfficerAgency",
          label: "Issuing Officer/Agency",
          type: "text",
          max: 200,
          wide: true,
        },
        { name: "consequence", label: "Consequence", type: "area", max: 2000, wide: true },
        {
          name: "thingsToKnow",
          label: "Things to Know",
          type: "area",
          max: 2000,
          hint: "Separate items with commas.",
          wide: true,
        },
        {
          name: "evidenceProvided",
          label: "Evidence Provided",
          type: "area",
          max: 2000,
          wide: true,
        },
      ],
    },
    {
      title: FEES.title,
      fields: [
        ...FEES.fields,
        { name: "isPaid", label: "Mark as paid", type: "check", wide: true },
      ],
    },
  ],
  parking: [
    {
      title: "Violation",
      fields: [
        ...CITATION,
        { ...VIOLATION, placeholder: "Expired meter" },
        DATE,
        DUE,
        LOCATION,
        { ...AMOUNT, placeholder: "$45" },
        CHARGE_STATUS,
        DISPUTED,
      ],
    },
    FEES,
  ],
  toll: [
    {
      title: "Toll",
      fields: [
        ...CITATION,
        {
          name: "tollRoad",
          label: "Toll Road",
          type: "text",
          required: true,
          max: 200,
          placeholder: "SH 130",
          wide: true,
        },
        DATE,
        { name: "timeOfDay", label: "Time of Day", type: "text", max: 50, placeholder: "2:30 PM" },
        DUE,
        { ...AMOUNT, placeholder: "$3.50" },
        CHARGE_STATUS,
        DISPUTED,
      ],
    },
    FEES,
  ],
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

/** Converts a record to form values. */
export function valuesOf(kind: ItemKind, record: Readonly<Record<string, unknown>>): ItemValues {
  const shown = (value: unknown) => (typeof value === "boolean" ? value : String(value ?? ""));
  return Object.fromEntries(fieldsOf(kind).map(({ name }) => [name, shown(record[name])]));
}

/** Returns a field's label. The label of the fee includes its unit. */
export function labelOf(field: ItemField, values: ItemValues): string {
  if (field.name !== "processingFeeAmount") return field.label;
  return `${field.label} (${values.processingFeeType === "percentage" ? "%" : "$"})`;
}
