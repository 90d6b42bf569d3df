/**
 * Labels for statuses and kinds. In the API contract each is a union, so a table of labels fails to compile when a
 * value is added. At run time there may be unknown values, because an open tab may be older than the server.
 */

/** Returns the keys of a table, in order. */
export const keysOf = <W extends string>(table: Readonly<Record<W, unknown>>): W[] =>
  Object.keys(table) as W[];

/** Looks a key up in a table. Returns undefined for a value that this build doesn't know. */
export const lookUpLabel = <W extends string, T>(
  table: Readonly<Record<W, T>>,
  word: W,
): T | undefined => (Object.hasOwn(table, word) ? table[word] : undefined);

/** Whether a string from a URL or a form is a key of the table. */
export const isKeyOf = <W extends string>(
  table: Readonly<Record<W, unknown>>,
  text: string,
): text is W => Object.hasOwn(table, text);

/** Turns "login_failed" into "Login failed". */
export function humanize(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats a count such as 1,200. Returns undefined if the count isn't known yet. */
export function formatCount(count: number): string;
export function formatCount(count: number | undefined): string | undefined;
export function formatCount(count: number | undefined): string | undefined {
  return count?.toLocaleString("en-US");
}

export const pointsText = (points: number): string =>
  points === 1 ? "1 point" : `${points} points`;

export const formatReplyCount = (count: number): string =>
  count === 1 ? "1 new reply" : `${count} new replies`;

const LETTERS: Record<string, string> = {
  ı: "i",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  þ: "th",
};

/**
 * Returns a string in the form that searches compare: lower case, without accents, with plain apostrophes and hyphens.
 * The server has the same rule. Page and server are tested with crates/domain/cases/search_folding.json.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[ıøłđðħŧæœßþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[\u2018\u2019\u201b\u02b9\u02bb\u02bc\u2032`]/g, "'")
    .replace(/[\u2010\u2012-\u2015\u2212]/g, "-");
}
