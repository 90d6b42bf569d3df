/**
 * Labels for statuses and kinds. In the API contract each is a union, so a table of labels fails to compile when a
 * value is added. At run time there may be unknown values, because an open tab may be older than the server.
 */

/** Returns the keys of a table, in order. */
export const wordsIn = <W extends string>(table: Readonly<Record<W, unknown>>): W[] =>
  Object.keys(table) as W[];

/** Looks a key up in a table. Returns undefined for a value that this build doesn't know. */
export const ofWord = <W extends string, T>(
  table: Readonly<Record<W, T>>,
  word: W,
): T | undefined => (Object.hasOwn(table, word) ? table[word] : undefined);

/** Whether a text, from a URL or a form, is a key of the table. */
export const isWord = <W extends string>(
  table: Readonly<Record<W, unknown>>,
  text: string,
): text is W => Object.hasOwn(table, text);

/** Turns "login_failed" into "Login failed". */
export function inWords(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const pointsText = (points: number): string =>
  points === 1 ? "1 point" : `${points} points`;

export const answersText = (answers: number): string =>
  answers === 1 ? "1 new reply" : `${answers} new replies`;
