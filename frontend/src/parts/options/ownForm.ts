import type { ItemKind } from "@/lib/paths";

/** Says that a letter isn't enough, because the court or agency accepts only its own form. */
export const describeOwnForm = (form: string, kind: ItemKind): string =>
  `If you contest this on paper, the ${kind === "ticket" ? "court" : "agency"} accepts only ${form}, not a letter.`;
