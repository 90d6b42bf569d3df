import type { ItemKind } from "@/lib/paths";

/** Names of the kinds of items. */
export const KIND_NAMES: Record<ItemKind, string> = {
  ticket: "Traffic ticket",
  parking: "Parking ticket",
  toll: "Toll",
};
