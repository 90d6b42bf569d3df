const SHORTENED = /^\d+(\.\d+)?e\+\d+$|^\d+\.\d+e\d+$/i;

/**
 * Returns why a citation number is refused, in the server's words (docs/product/everywhere.md#citation-numbers); null
 * for a valid one.
 */
export function findCitationNumberProblem(text: string): string | null {
  const number = text
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[\u2010-\u2015\u2212]/g, "-");
  if (SHORTENED.test(number)) {
    return "A spreadsheet shortened this number. Format its column as text, then enter the whole number.";
  }
  if (/^[=+\-@]/.test(number)) return "A citation number can’t begin with =, +, - or @.";
  if (!/^[a-z0-9 ./-]*$/i.test(number) || !/[a-z0-9]/i.test(number)) {
    return "A citation number can contain only letters, digits, spaces, hyphens, slashes and dots.";
  }
  return number.length > 64 ? "A citation number has at most 64 characters." : null;
}
