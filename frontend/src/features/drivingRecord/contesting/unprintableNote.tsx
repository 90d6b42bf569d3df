import type { ReactNode } from "react";
import type { ContestLetter } from "@/api/types";
import css from "./contesting.module.css";

/** Maximum number of characters that are named. */
const MAX_NAMED = 10;

/**
 * Lists the characters of a field that the PDF can’t print, as found by the server. A character
 * that the driver has removed since then is left out. Null if there are none.
 */
export function unprintableNote(letter: ContestLetter, field: string, text: string): ReactNode {
  const found = letter.unprintable.find((one) => one.field === field)?.characters ?? [];
  const sentence = describeUnprintable(found.filter((character) => text.includes(character)));
  return sentence && <span className={css.unprintable}>{sentence}</span>;
}

/** Names characters that the PDF can’t print; null if there are none. */
function describeUnprintable(characters: readonly string[]): string | null {
  if (characters.length === 0) return null;
  const more = characters.length - MAX_NAMED;
  const named = [...characters.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])];
  return `The PDF can’t print ${new Intl.ListFormat("en-US").format(named)} and shows □ instead.`;
}
