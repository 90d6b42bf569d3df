import type { PayableKind } from "@/api/types";
import { lookUpLabel } from "@/lib/labels";

const KINDS: Record<PayableKind, string> = {
  ticket: "Ticket",
  parking: "Parking ticket",
  toll: "Toll",
  lawyer: "Lawyer hire for ticket",
};

/** Formats the name of an item for staff, such as "Ticket 12". */
export const itemName = (type: PayableKind, itemId: number, label?: string | null) =>
  [`${lookUpLabel(KINDS, type) ?? type} ${itemId}`, label].filter(Boolean).join(" · ");
