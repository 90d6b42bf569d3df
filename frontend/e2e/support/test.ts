import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, test as base, expect, type Page, type Route } from "@playwright/test";

export const PASSWORD = "demo-Passw0rd-lanewise";
export const DRIVER = "driver@lanewise.test";
export const ADMIN = "admin@lanewise.test";

export type ItemKind = "ticket" | "parking" | "toll";
export type Item = { id: number; userId: number; amount: string; isPaid: boolean };

const LISTS: Record<ItemKind, string> = {
  ticket: "tickets",
  parking: "parking",
  toll: "tolls",
};

/** Returns an environment variable that the global setup sets. */
const requireSetting = (name: string) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the global setup sets it`);
  return value;
};

/** Returns a demo driver that no other test uses. Creating a folder serves as the lock. */
function takeDriver(): string {
  for (let n = 1; n <= Number(requireSetting("E2E_DRIVERS")); n += 1) {
    try {
      mkdirSync(join(requireSetting("E2E_FOLDER"), `driver-${n}`));
      return `demo${String(n).padStart(3, "0")}@lanewise.test`;
    } catch {
      // The folder exists, so another test has taken this driver.
    }
  }
  throw new Error("no demo driver is left for another test");
}

/** Calls the API with the page's session. */
export class Api {
  constructor(private readonly context: BrowserContext) {}

  /** Sends a POST request and returns the response, even if it is an error. */
  async post(path: string, data: object) {
    const url = requireSetting("E2E_URL");
    return this.context.request.post(url + path, { data, headers: { origin: url } });
  }

  /** Sends a PATCH request, which must succeed. */
  async patch(path: string, data: object): Promise<void> {
    const url = requireSetting("E2E_URL");
    const answer = await this.context.request.patch(url + path, { data, headers: { origin: url } });
    expect(answer.ok(), `PATCH ${path}`).toBe(true);
  }

  /** Sends a GET request, which must succeed, and returns the JSON of the response. */
  async get<T>(path: string): Promise<T> {
    const answer = await this.context.request.get(requireSetting("E2E_URL") + path);
    expect(
      answer.ok(),
      `GET ${path}: ${answer.status()} ${answer.ok() ? "" : await answer.text()}`,
    ).toBe(true);
    return (await answer.json()) as T;
  }

  /** Returns the cookies and the local storage, for another browser context. */
  state() {
    return this.context.storageState();
  }

  /** Logs in as a demo user or a signed-up driver. All of them have the same password. */
  async logIn(email: string): Promise<{ id: number }> {
    const answer = await this.post("/api/authenticate", { email, password: PASSWORD });
    expect(answer.ok(), `log in as ${email}`).toBe(true);
    return (await answer.json()) as { id: number };
  }

  /** Logs in as a driver that only this test uses, with an unpaid item of each kind. Returns the item of this kind. */
  async logInToPay(kind: ItemKind): Promise<{ item: Item; email: string }> {
    const email = takeDriver();
    const { id } = await this.logIn(email);
    const [item] = await this.get<Item[]>(`/api/${LISTS[kind]}/${id}`);
    if (!item) throw new Error(`${email} has no ${kind}`);
    return { item, email };
  }

  /** Signs up and logs in a driver for this test, with nothing on record yet. */
  async signUp(changes: Partial<typeof NEWCOMER> = {}): Promise<{ email: string; id: number }> {
    const email = newEmail();
    const body = { ...NEWCOMER, ...changes, email, password: PASSWORD };
    const answer = await this.post("/api/users", body);
    expect(answer.ok(), "sign up").toBe(true);
    return { email, id: ((await answer.json()) as { id: number }).id };
  }

  async isPaid(kind: ItemKind, { id, userId }: Item): Promise<boolean> {
    const list = await this.get<Item[]>(`/api/${LISTS[kind]}/${userId}`);
    return list.some((item) => item.id === id && item.isPaid);
  }
}

export const NEWCOMER = {
  fullName: "Robin Park",
  state: "Texas",
  driversLicenseNumber: "TX12345678",
  dateOfBirth: "1991-05-17",
};

export const newEmail = () => `e2e-${crypto.randomUUID()}@lanewise.test`;

/** Errors that browsers log for aborted calls and for failures that the tests provoke. */
const EXPECTED =
  /status of (401|402|403|404|409|422|503) |net::ERR_(FAILED|INTERNET_DISCONNECTED)|^WebSocket connection to '[^']+' failed: HTTP Authentication failed/;

/** Window sizes of the two projects. */
export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;

/**
 * If a test doesn't depend on the layout, one width is enough: drivers on a phone, staff on a desktop. Tests whose
 * controls differ between widths run at both.
 */
export const onPhone = { tag: "@phone" };
export const onDesktop = { tag: "@desktop" };

/** The main journeys of each area. `make test` runs only these; `make e2e` runs all tests. */
const JOURNEY = "@journey";
export const journeyOnPhone = { tag: [onPhone.tag, JOURNEY] };
export const journeyOnDesktop = { tag: [onDesktop.tag, JOURNEY] };

/**
 * Maximum random delay of each API call, in milliseconds: `E2E_SLOW=600 npm run e2e` finds tests and screens with race
 * conditions.
 */
const SLOW_MS = Number(process.env.E2E_SLOW) || 0;

async function slowDown(context: BrowserContext): Promise<void> {
  await context.route("**/api/**", async (route) => {
    await new Promise((later) => setTimeout(later, Math.random() * SLOW_MS));
    // The page may have been closed in the meantime.
    await route.fallback().catch(() => {});
  });
}

type Fixtures = { api: Api; quiet: undefined };

export const test = base.extend<Fixtures>({
  // `baseURL` is set here and not in the configuration, which is read before the server has an address.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the used fixtures from this pattern
  baseURL: async ({}, use) => use(requireSetting("E2E_URL")),
  api: async ({ context }, use) => use(new Api(context)),
  quiet: [
    async ({ context }, use) => {
      if (SLOW_MS > 0) await slowDown(context);
      const said: string[] = [];
      context.on("console", (message) => {
        if (message.type() === "error" && !EXPECTED.test(message.text())) said.push(message.text());
      });
      context.on("weberror", (error) => said.push(String(error.error())));
      await use(undefined);
      expect(said, "errors in the browser").toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Fetches a document as if the browser only prefetched it. The profile's document then has no inline responses
 * (docs/product/page.md#inline-responses), so the page requests its data.
 */
export const fetchWithoutResponses = (route: Route) =>
  route.fetch({ headers: { ...route.request().headers(), "sec-purpose": "prefetch" } });

/** Makes the profile open without inline responses, so that its calls can be observed and changed. */
export async function omitInlineResponses(page: Page): Promise<void> {
  await page.route("**/driving-profile", async (route) =>
    route.fulfill({ response: await fetchWithoutResponses(route) }),
  );
}

export type { Page };
/** The visible toast. Screen readers get the same text from a separate element. */
export const toastOf = (page: Page) =>
  page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");

/** A card of the profile, by its title. */
export const cardOf = (page: Page, name: string) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { level: 2, name, exact: true }) });

export { expect };
