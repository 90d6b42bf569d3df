import type { ItemKind } from "@/lib/paths";

export const KIND_NAMES: Record<ItemKind, string> = {
  ticket: "Traffic ticket",
  parking: "Parking ticket",
  toll: "Toll",
};

/** Formats an amount as entered: a number with a dollar sign, or the text as it is, such as "See court". */
export const formatAmount = (text: string): string => (/^\d/.test(text) ? `$${text}` : text);
