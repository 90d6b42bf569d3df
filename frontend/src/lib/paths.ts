/** Every address of the page is built here, and nowhere else. */
type Query = Record<string, string | number | null | undefined>;

/** A path with the parts of its query that are given. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
}

export type ItemKind = "ticket" | "parking" | "toll";
export type PaymentKind = ItemKind | "lawyer";

export const paths = {
  landing: () => "/",
  signup: () => "/signup",
  /** The fragment of where it leads back to stays one: an invitation's token is in it. */
  login: (returnTo?: string) => {
    const [next, hash] = returnTo?.split("#") ?? [];
    return withQuery("/login", { next }) + (hash ? `#${hash}` : "");
  },
  forgotPassword: () => "/forgot-password",
  /** Where mails lead; the token is in the fragment, which no server sees. */
  resetPassword: () => "/reset-password",
  confirmEmail: () => "/confirm-email",
  invitation: () => "/invitation",
  profile: (query: { user?: number; lawyer?: number } = {}) => withQuery("/driving-profile", query),
  /** A ticket's plea comes first, unless `step` says that it was answered. */
  pay: (query: { type: PaymentKind; amount: string; id: number; step?: "pay" }) =>
    withQuery("/payment", query),
  /** A parking ticket's or a toll's details; its owner is named for staff. */
  details: (kind: "parking" | "toll", id: number, user: number) =>
    withQuery("/payment", { [kind]: id, user }),
  payLawyer: (query: {
    amount: string;
    id: number;
    violationType: string;
    userId: number;
    ts: number;
  }) => withQuery("/payment", { type: "lawyer", ...query, v: 3 }),
  confirmation: (query: Query) => withQuery("/confirmation", query),
  /** All that is due, in order of time. */
  due: () => "/due",
  payments: () => "/payments",
  /** The driver's hires; one that is named is scrolled to. */
  legalHelp: (hire?: number) => (hire === undefined ? "/legal-help" : `/legal-help#hire-${hire}`),
  account: () => "/account",
  admin: () => "/admin",
} as const;

/** Files that the server makes, to be saved. */
export const files = {
  receipt: (transactionId: number) => `/api/payment-transactions/${transactionId}/receipt`,
  /** What was paid and where the money is, for the court. */
  courtLetter: (transactionId: number) => `/api/payment-transactions/${transactionId}/court-letter`,
  /** An item's due date and court date, for a calendar. */
  calendar: (kind: ItemKind, id: number) =>
    `/api/${kind === "parking" ? kind : `${kind}s`}/${id}/calendar`,
  /** What is wrong with the lines of a file, as CSV. */
  importProblems: (id: number) => `/api/admin/imports/${id}/problems`,
  /** The same lines as a file that can be mended and uploaded. */
  importMend: (id: number) => `/api/admin/imports/${id}/mend`,
  /** A list as CSV, filtered as it is shown. */
  export: (list: string, filter: Query) => withQuery(`/api/admin/exports/${list}`, filter),
  hireReceipt: (hireId: number) => `/api/lawyer-hires/${hireId}/receipt`,
} as const;

/**
 * Where to go after logging in: the `next` of the address, and its fragment, if it is a place of this page.
 * Anything that a browser could read as another site, and the visitor's own screens, give null.
 */
export function safeReturn(next: string | null | undefined, hash = ""): string | null {
  if (!next || !/^\/(?![/\\])/.test(next)) return null;
  const here = "https://page.invalid";
  const url = URL.parse?.(next, here) ?? parse(next, here);
  // "/.//host" is a path here that would be another site once written down.
  if (!url || url.origin !== here || url.pathname.startsWith("//") || isVisitors(url)) return null;
  return url.pathname + url.search + (url.hash || hash);
}

/** Screens of visitors alone. */
export const VISITORS = new Set([
  "/login",
  "/signup",
  "/forgot-password",
  "/reset-password",
  "/confirm-email",
]);

/** Where cards are typed: nothing there but the way back and Help. */
export const isCheckout = (pathname: string): boolean => pathname === "/payment";

/** The screens of who is logged in; anything that is no screen at all is not among them. */
export const DRIVERS = new Set([
  paths.profile(),
  "/profile",
  "/payment",
  "/confirmation",
  paths.due(),
  paths.payments(),
  paths.legalHelp(),
  paths.account(),
]);

/** The start page is a driving profile when it names a user. */
function isVisitors({ pathname, searchParams }: URL): boolean {
  if (pathname === "/") return !searchParams.has("user");
  return VISITORS.has(pathname);
}

function parse(path: string, base: string): URL | null {
  try {
    return new URL(path, base);
  } catch {
    return null;
  }
}

/** The state of the way back from a log-in: what was open before it opens again. */
export const RETURNED = { returned: true };
