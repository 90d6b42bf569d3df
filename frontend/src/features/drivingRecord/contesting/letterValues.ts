import type { ContestLetter, ContestLetterBody } from "@/api/types";
import { readDraft } from "@/parts/forms/drafts";

/** Maximum length of the driver's own words, in characters. */
const MAX_WORDS = 10_000;

/** Maximum number of lines of the driver's own words. */
const MAX_LINES = 400;

/** Returns why the server would refuse the driver's own words; an empty string if it wouldn't. */
export function findWordsError(words: string): string {
  if (countCharacters(words) > MAX_WORDS) return "Please use at most 10,000 characters.";
  if (words.trim().split("\n").length > MAX_LINES) return "Please use at most 400 lines.";
  return "";
}

/** The values that the driver enters in the form. */
export type LetterValues = Omit<ContestLetterBody, "version">;

/** Values that aren’t saved yet, and the version of the letter that they are based on: null if no letter was saved. */
export type LetterDraft = { version: number | null; values: LetterValues };

/** Returns the letter's fields that the driver edits. */
export function valuesOf(letter: ContestLetter): LetterValues {
  const { grounds, words, senderName, senderAddress, issuerName, issuerAddress, fileIds } = letter;
  return { grounds, words, senderName, senderAddress, issuerName, issuerAddress, fileIds };
}

/**
 * Returns the draft with this name in the tab if it is based on this version of the letter,
 * otherwise the letter's own values.
 */
export function startingValues(letter: ContestLetter, draftName: string): LetterValues {
  const stored = readDraft<LetterDraft>(draftName);
  return stored?.version === letter.version ? stored.values : valuesOf(letter);
}

/** Counts characters (code points) as the server does, without white space at the start and the end. */
export const countCharacters = (text: string): number => [...text.trim()].length;

/** Whether two forms have the same values. */
export function areSameValues(a: LetterValues, b: LetterValues): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Lists the parts that are missing before the letter can be printed; null if none is. */
export function describeMissing(values: LetterValues): string | null {
  const has = (text: string) => text.trim() !== "";
  const isOther = values.grounds.includes("other");
  const missing = [
    isOther && !has(values.words) && "your own words",
    values.grounds.length === 0 && !has(values.words) && "a reason or your own words",
    !(has(values.senderName) && has(values.senderAddress)) && "your name and address",
    !(has(values.issuerName) && has(values.issuerAddress)) &&
      "the court’s or agency’s name and address",
  ].filter((part) => part !== false);
  if (missing.length === 0) return null;
  return new Intl.ListFormat("en-US").format(missing);
}

/** Returns the list with the entry if `isOn` is true, otherwise without it. */
export const toggleEntry = <T>(list: readonly T[], entry: T, isOn: boolean): T[] =>
  isOn ? [...list.filter((one) => one !== entry), entry] : list.filter((one) => one !== entry);
