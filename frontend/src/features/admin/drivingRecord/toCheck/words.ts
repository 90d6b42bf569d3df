import type { PayableKind } from "@/api/types";

/** Names of the kinds of items. A driver can't add a lawyer, but the type has one. */
export const KIND_NAMES: Record<PayableKind, string> = {
  ticket: "Traffic ticket",
  parking: "Parking ticket",
  toll: "Toll",
  lawyer: "Lawyer",
};
