const CONFIRMATION = /^CONF-[0-9A-Z]{10}$/i;

/** Returns the rows of a CSV text, each as a list of cells. */
function parseCsv(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = "";
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell.trim() === "") {
      cell = "";
      isQuoted = true;
    } else if (sign === separator) endCell();
    else if (sign === "\n" || sign === "\r") {
      endCell();
      rows.push(row);
      row = [];
    } else cell += sign;
  }
  endCell();
  rows.push(row);
  return rows;
}

/** Returns the separator that is most frequent in the first line. */
function separatorOf(text: string): string {
  const [first = ""] = text.split(/[\r\n]/, 1);
  const count = (separator: string) => first.split(separator).length;
  return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Removes the leading apostrophe that spreadsheets use to mark a cell as text. */
const stripApostrophe = (cell: string) => cell.trim().replace(/^'/, "");
/** Returns a column's name in lower case, with letters only. */
const nameOf = (cell: string) => cell.toLowerCase().replace(/[^a-z]/g, "");

/** Whether a first row is a header: it contains no digits and no confirmation number. */
const isHeader = (row: readonly string[]) =>
  row.every((cell) => !/\d/.test(cell) && !CONFIRMATION.test(cell));

/**
 * Returns the numbers of payments in a payee's reply, each once. If there is a column "confirmationNumber", returns its
 * values. Otherwise, returns the confirmation numbers in each row or, if a row has none, its first cell, such as a
 * citation number.
 */
export function findConfirmationNumbers(text: string): string[] {
  const clean = text.replace(/^\uFEFF/, "").trim();
  const rows = parseCsv(clean, separatorOf(clean))
    .map((row) => row.map(stripApostrophe))
    .filter((row) => row.some((cell) => cell !== ""));
  const [first] = rows;
  const column = first?.findIndex((cell) => nameOf(cell) === "confirmationnumber") ?? -1;
  const isNamed = column >= 0 || (rows.length > 1 && first !== undefined && isHeader(first));
  const found = rows.slice(isNamed ? 1 : 0).flatMap((row) => {
    if (column >= 0) return [row[column] ?? ""];
    const own = row.filter((cell) => CONFIRMATION.test(cell));
    return own.length > 0 ? own : [row[0] ?? ""];
  });
  const once = new Map(found.filter(Boolean).map((number) => [number.toUpperCase(), number]));
  return [...once.values()];
}
