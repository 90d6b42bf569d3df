/**
 * Words of state and kind. In the contract each is a union, so that a table of all of them fails to compile when one is added;
 * at run time any text may come, because a tab may be older than the server.
 */

/** The words of a table, in its order. */
export const wordsIn = <W extends string>(table: Readonly<Record<W, unknown>>): W[] =>
  Object.keys(table) as W[];

/** What a table says of a word; nothing for one that this build does not know. */
export const ofWord = <W extends string, T>(
  table: Readonly<Record<W, T>>,
  word: W,
): T | undefined => (Object.hasOwn(table, word) ? table[word] : undefined);

/** Whether a text, from an address or a form, is one of a table's words. */
export const isWord = <W extends string>(
  table: Readonly<Record<W, unknown>>,
  text: string,
): text is W => Object.hasOwn(table, text);

/** "login_failed" as a person says it: "Login failed". */
export function inWords(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const pointsText = (points: number): string =>
  points === 1 ? "1 point" : `${points} points`;

export const answersText = (answers: number): string =>
  answers === 1 ? "1 new answer" : `${answers} new answers`;
