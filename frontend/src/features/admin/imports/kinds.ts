export const KINDS = [
  { value: "ticket", label: "Traffic tickets" },
  { value: "parking", label: "Parking tickets" },
  { value: "toll", label: "Tolls" },
];

export const kindLabel = (kind: string): string =>
  KINDS.find(({ value }) => value === kind)?.label ?? kind;

export const count = (number: number): string => number.toLocaleString("en-US");

const KEY = "lanewise.import-columns";
type Remembered = Record<string, string | null>;

function read(): Remembered {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Remembered) : {};
  } catch {
    return {};
  }
}

const name = (kind: string, header: string) => `${kind}/${header.trim().toLowerCase()}`;

/** What a header meant the last time in this browser; undefined when it was not there. */
export const rememberedColumn = (kind: string, header: string): string | null | undefined =>
  read()[name(kind, header)];

/** Keeps what the headers mean for the next file; without a place to keep it nothing is lost but a click. */
export function rememberColumns(kind: string, headers: string[], columns: (string | null)[]): void {
  const all = { ...read() };
  headers.forEach((header, place) => {
    all[name(kind, header)] = columns[place] ?? null;
  });
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-300))));
  } catch {
    // Full, or switched off.
  }
}
