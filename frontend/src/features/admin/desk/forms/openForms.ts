import type { ItemKind } from "@/lib/paths";
import { readDraft, dropDraft, storeDraft } from "@/parts/forms/drafts";

/** Describes an open form, so that it can be reopened. Contains only ids; the data is read again. */
export type OpenForm = {
  form: ItemKind | "user" | "edit";
  /**
   * The driver whose item or details are edited, or on whose page the form was opened. Null if the form was opened
   * without a driver, such as on the home page.
   */
  userId: number | null;
  recordId?: number;
  /** The owner selected in the form for a new item. */
  ownerId?: number | null;
  /** The missing-ticket report for which the new item is filed. */
  reportId?: number;
};

type StoredForm = OpenForm & { by: number; path: string };

const NAME = "open-form";

/** Stores which form the user is filling in, and on which page. */
export const storeOpenForm = (userId: number, path: string, form: OpenForm): void =>
  storeDraft(NAME, { ...form, by: userId, path } satisfies StoredForm);

export const clearOpenForm = (): void => dropDraft(NAME);

/** Returns the form that this user had open on this page; null if there is none. */
export function readOpenForm(userId: number, path: string): OpenForm | null {
  const stored = readDraft<StoredForm>(NAME);
  return stored && stored.by === userId && stored.path === path ? stored : null;
}
