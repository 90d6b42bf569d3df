import type { ItemKind } from "@/lib/paths";

/** Says that a letter isn't enough, because the place takes only a form of its own. */
export const describeOwnForm = (form: string, kind: ItemKind): string =>
  `On paper, the ${kind === "ticket" ? "court" : "agency"} takes only ${form}, not a letter.`;
