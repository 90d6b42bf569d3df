import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

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

const setting = (name: string) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the global setup sets it`);
  return value;
};

/** The next demo driver that no other test has taken; a folder can be made only once. */
function takeDriver(): string {
  for (let n = 1; n <= Number(setting("E2E_DRIVERS")); n += 1) {
    try {
      mkdirSync(join(setting("E2E_FOLDER"), `driver-${n}`));
      return `demo${String(n).padStart(3, "0")}@lanewise.test`;
    } catch {
      // Taken.
    }
  }
  throw new Error("no demo driver is left for another test");
}

/** Calls the API as the page's own session would. */
export class Api {
  constructor(private readonly context: BrowserContext) {}

  async post(path: string, data: object) {
    const url = setting("E2E_URL");
    return this.context.request.post(url + path, { data, headers: { origin: url } });
  }

  async patch(path: string, data: object): Promise<void> {
    const url = setting("E2E_URL");
    const answer = await this.context.request.patch(url + path, { data, headers: { origin: url } });
    expect(answer.ok(), `PATCH ${path}`).toBe(true);
  }

  async get<T>(path: string): Promise<T> {
    const answer = await this.context.request.get(setting("E2E_URL") + path);
    expect(answer.ok(), `GET ${path}`).toBe(true);
    return (await answer.json()) as T;
  }

  /** The cookies, for a browser context of the test's own. */
  state() {
    return this.context.storageState();
  }

  async logIn(email: string): Promise<{ id: number }> {
    const answer = await this.post("/api/authenticate", { email, password: PASSWORD });
    expect(answer.ok(), `log in as ${email}`).toBe(true);
    return (await answer.json()) as { id: number };
  }

  /** Logs in as a driver of this test's own, who has one unpaid item of each kind. */
  async logInToPay(kind: ItemKind): Promise<{ item: Item; email: string }> {
    const email = takeDriver();
    const { id } = await this.logIn(email);
    const [item] = await this.get<Item[]>(`/api/${LISTS[kind]}/${id}`);
    if (!item) throw new Error(`${email} has no ${kind}`);
    return { item, email };
  }

  /** A driver of this test's own, with nothing on record yet. */
  async signUp(told: Partial<typeof NEWCOMER> = {}): Promise<{ email: string; id: number }> {
    const email = newEmail();
    const body = { ...NEWCOMER, ...told, email, password: PASSWORD };
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

/** A call that a test aborts, and answers that the journeys provoke on purpose; the browser logs each of them as an error. */
const EXPECTED =
  /status of (401|402|403|404|409|422|503) |net::ERR_(FAILED|INTERNET_DISCONNECTED)|^WebSocket connection to '[^']+' failed: HTTP Authentication failed/;

/** The windows of the two projects. */
export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;

/** Where the layout decides nothing one width is enough: drivers are on the phone, staff at a desk. What is pressed elsewhere at the other width runs at both. */
export const onPhone = { tag: "@phone" };
export const onDesktop = { tag: "@desktop" };

/** The main journeys, some of each room: `make test` walks them, `make e2e` these and all others. */
const JOURNEY = "@journey";
export const journeyOnPhone = { tag: [onPhone.tag, JOURNEY] };
export const journeyOnDesktop = { tag: [onDesktop.tag, JOURNEY] };

/** Every answer comes later by a random part of so long: `E2E_SLOW=600 npm run e2e` finds tests, and screens, that race. */
const SLOW_MS = Number(process.env.E2E_SLOW) || 0;

async function slowDown(context: BrowserContext): Promise<void> {
  await context.route("**/api/**", async (route) => {
    await new Promise((later) => setTimeout(later, Math.random() * SLOW_MS));
    // The page may have gone meanwhile.
    await route.fallback().catch(() => {});
  });
}

type Fixtures = { api: Api; quiet: undefined };

export const test = base.extend<Fixtures>({
  // Not in the configuration: that is read before the server has an address.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is used from here
  baseURL: async ({}, use) => use(setting("E2E_URL")),
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

export type { Page };
/** The toast on the screen; the same words are also said to screen readers, in an element of their own. */
export const toastOf = (page: Page) =>
  page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");

/** A card of the profile, by its title. */
export const cardOf = (page: Page, name: string) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { level: 2, name, exact: true }) });

export { expect };
