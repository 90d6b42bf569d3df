import type { ItemKind } from "@/lib/paths";

export const KIND_NAMES: Record<ItemKind, string> = {
  ticket: "Traffic ticket",
  parking: "Parking ticket",
  toll: "Toll",
};
