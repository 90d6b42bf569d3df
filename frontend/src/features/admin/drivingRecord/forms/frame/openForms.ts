import type { ItemKind } from "@/lib/paths";
import { draftOf, dropDraft, keepDraft } from "@/parts/forms/drafts";

/** A form as it is found again: by numbers alone, and read anew. */
export type OpenForm = {
  form: ItemKind | "user" | "edit";
  /** Whose record it was opened from. */
  userId: number | null;
  recordId?: number;
  /** Whom a new item is for, as chosen in the form. */
  ownerId?: number | null;
  /** The report of a missing ticket that is answered by filing it. */
  reportId?: number;
};

type Kept = OpenForm & { by: number; path: string };

const NAME = "open-form";

/** While it is typed into, who types into which form on which page. */
export const keepOpen = (by: number, path: string, form: OpenForm): void =>
  keepDraft(NAME, { ...form, by, path } satisfies Kept);

/** It was closed by its person, saved or given up. */
export const dropOpen = (): void => dropDraft(NAME);

/** The form that this person had open on this page; nobody else's. */
export function openOf(by: number, path: string): OpenForm | null {
  const kept = draftOf<Kept>(NAME);
  return kept && kept.by === by && kept.path === path ? kept : null;
}
