/** Query parameters of an address. */
type Query = Record<string, string | number | null | undefined>;

/** Adds the query parameters that have a value. */
export function withQuery(path: string, query: Query): string {
  const present = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  if (present.length === 0) return path;
  return `${path}?${new URLSearchParams(present.map(([key, value]) => [key, String(value)]))}`;
}

export type ItemKind = "ticket" | "parking" | "toll";
export type PaymentKind = ItemKind | "lawyer";

export const OPTIONS = "/driving-profile/options";

export const paths = {
  landing: () => "/",
  signup: () => "/signup",
  /**
   * Puts the fragment of `returnTo` into the login URL's fragment, because it may contain an invitation's token. In
   * the query, the token would be sent to the server.
   */
  login: (returnTo?: string) => {
    const [next, hash] = returnTo?.split("#") ?? [];
    return withQuery("/login", { next }) + (hash ? `#${hash}` : "");
  },
  forgotPassword: () => "/forgot-password",
  /** Targets of links in emails. The token is in the fragment, which is never sent to a server. */
  resetPassword: () => "/reset-password",
  confirmEmail: () => "/confirm-email",
  invitation: () => "/invitation",
  /**
   * A driving profile. `user` is its driver, and `lawyer` a ticket whose offer to
   * hire a lawyer opens.
   */
  profile: (query: { user?: number; lawyer?: number } = {}) => withQuery("/driving-profile", query),
  /** A ticket's payment starts with the plea step unless `step` skips it. */
  pay: (query: { type: PaymentKind; amount: string; id: number; step?: "pay" }) =>
    withQuery("/payment", query),
  /** Details of a parking ticket or toll. `user` is its owner, for staff. */
  details: (kind: "parking" | "toll", id: number, user: number) =>
    withQuery("/payment", { [kind]: id, user }),
  /**
   * Payment of a lawyer for the ticket `id`. `ts` is when the offer was opened, in milliseconds.
   */
  payLawyer: (query: {
    amount: string;
    id: number;
    violationType: string;
    userId: number;
    ts: number;
  }) => withQuery("/payment", { type: "lawyer", ...query, v: 3 }),
  confirmation: (query: Query) => withQuery("/confirmation", query),
  /**
   * What the driver can do about an item. A `view` is the letter that contests it, or the questions for a driver
   * who can't pay it now.
   */
  options: (query: { type: ItemKind; id: number; view?: "letter" | "cant-pay" }) =>
    withQuery(OPTIONS, query),
  /** The form with which drivers add a ticket. */
  addItem: () => "/add-ticket",
  /** Page with the full list of court dates and due items. */
  due: () => "/due",
  payments: () => "/payments",
  /** The driver's hires. The page scrolls to the given one. */
  legalHelp: (hire?: number) => (hire === undefined ? "/legal-help" : `/legal-help#hire-${hire}`),
  account: () => "/account",
  /** A lawyer's cases, or one of them. */
  lawyer: (id?: number) => (id === undefined ? "/lawyer" : `/lawyer/cases/${id}`),
  admin: () => "/admin",
} as const;

/** Files to download from the server. */
export const files = {
  receipt: (transactionId: number) => `/api/payment-transactions/${transactionId}/receipt`,
  /** Letter to the court that shows the payment and where its money is. */
  courtLetter: (transactionId: number) => `/api/payment-transactions/${transactionId}/court-letter`,
  /** Calendar file with an item's due date and court date. */
  calendar: (kind: ItemKind, id: number) =>
    `/api/${kind === "parking" ? kind : `${kind}s`}/${id}/calendar`,
  /** CSV of the errors in an import file. */
  importProblems: (id: number) => `/api/admin/imports/${id}/problems`,
  /** The rows with errors, as a CSV file to correct and re-upload. */
  importRowsWithErrors: (id: number) => `/api/admin/imports/${id}/mend`,
  /** CSV file of a list, with the current filters. */
  export: (list: string, filter: Query) => withQuery(`/api/admin/exports/${list}`, filter),
  hireReceipt: (hireId: number) => `/api/lawyer-hires/${hireId}/receipt`,
} as const;

/**
 * Returns where to go after a login: the `next` parameter and the fragment, if they are an address of this app.
 * Returns null for the visitors' screens and for anything that a browser could read as another site.
 */
export function readSafeReturn(next: string | null | undefined, hash = ""): string | null {
  if (!next || !/^\/(?![/\\])/.test(next)) return null;
  const here = "https://page.invalid";
  const url = URL.parse?.(next, here) ?? parseUrl(next, here);
  // "/.//host" is a path, but a browser resolves it to "//host", which is another site.
  if (!url || url.origin !== here || url.pathname.startsWith("//") || isForVisitors(url))
    return null;
  return url.pathname + url.search + (url.hash || hash);
}

/**
 * Paths of the login, the sign-up, and the screens about a password or an email address. They have the visitors' shell,
 * and a login never returns to them.
 */
export const VISITOR_PATHS = new Set([
  "/login",
  "/signup",
  "/forgot-password",
  "/reset-password",
  "/confirm-email",
]);

/** Whether the screen is the checkout, where cards are entered. The checkout has no navigation bar. */
export const isCheckout = (pathname: string): boolean => pathname === "/payment";

/** Paths of the screens for logged-in drivers. Unknown paths are not among them. */
export const DRIVER_PATHS = new Set([
  paths.profile(),
  "/profile",
  OPTIONS,
  "/payment",
  "/confirmation",
  paths.addItem(),
  paths.due(),
  paths.payments(),
  paths.legalHelp(),
  paths.account(),
]);

/** Whether the screen is one of the lawyers' pages. */
export const isLawyerPath = (pathname: string): boolean => /^\/lawyer(\/|$)/.test(pathname);

/**
 * Whether the address is a visitors' screen, to which a login doesn't return. The start page isn't one if the query
 * names a user, because it is then a driving profile.
 */
function isForVisitors({ pathname, searchParams }: URL): boolean {
  if (pathname === "/") return !searchParams.has("user");
  return VISITOR_PATHS.has(pathname);
}

/** Parses a URL; null if it is invalid. For browsers without `URL.parse`. */
function parseUrl(path: string, base: string): URL | null {
  try {
    return new URL(path, base);
  } catch {
    return null;
  }
}

/**
 * Router state of the navigation after a login. This state reopens the dialogs and forms that were open before the
 * login.
 */
export const AFTER_LOGIN_STATE = { returned: true };
