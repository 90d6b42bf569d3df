import type { PayableKind } from "@/api/types";
import { lookUpWord } from "@/lib/words";

const KINDS: Record<PayableKind, string> = {
  ticket: "Ticket",
  parking: "Parking",
  toll: "Toll",
  lawyer: "Lawyer hire for ticket",
};

/** Name of an item for staff. */
export const itemName = (type: PayableKind, itemId: number, label?: string | null) =>
  [`${lookUpWord(KINDS, type) ?? type} ${itemId}`, label].filter(Boolean).join(" · ");
