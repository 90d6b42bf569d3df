import type { Browser, BrowserContext } from "@playwright/test";
import { CARDS, expectConfirmed, payWith } from "./card";
import { ADMIN, Api, test as base, expect, type Page, SIZES, toastOf } from "./test";

/** A driver with a separate browser context, beside the staff page under test. */
export type Driver = { id: number; email: string; api: Api; context: BrowserContext; page: Page };

/** Signs up a driver in a separate browser context. */
async function newDriver(browser: Browser, baseURL: string): Promise<Driver> {
  const context = await browser.newContext({ baseURL, serviceWorkers: "block" });
  const api = new Api(context);
  const { id, email } = await api.signUp();
  return { id, email, api, context, page: await context.newPage() };
}

/** Logs in as a demo driver with an unpaid item of each kind, in a separate browser context. */
export async function logInPayingDriver(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL, serviceWorkers: "block" });
  const api = new Api(context);
  const { item } = await api.logInToPay("ticket");
  return { id: item.userId, item, api, context, page: await context.newPage() };
}

/** Pays the driver's ticket. Returns the confirmation number. */
export async function payTicket({ page, item }: Awaited<ReturnType<typeof logInPayingDriver>>) {
  await page.goto(`/payment?type=ticket&amount=150&id=${item.id}&step=pay`);
  await payWith(page, CARDS.good);
  return expectConfirmed(page, "Payment Confirmed");
}

/** Logs in as staff on a desktop, in a separate browser context. */
export async function logInStaffOnDesktop(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({
    baseURL,
    serviceWorkers: "block",
    viewport: SIZES.desktop,
  });
  const api = new Api(context);
  await api.logIn(ADMIN);
  return { api, context, page: await context.newPage() };
}

/** The rows of a section that contain this text. Other tests' records are in the section too. */
export const rowOf = (page: Page, section: string, text: string) =>
  page
    .getByRole("region", { name: section, exact: true })
    .getByRole("row")
    .filter({ hasText: text });

/** Test fixtures: staff are logged in, and `driver` is a new driver without records. */
export const test = base.extend<{ driver: Driver; staff: undefined }>({
  staff: [
    async ({ api }, use) => {
      await api.logIn(ADMIN);
      await use(undefined);
    },
    { auto: true },
  ],
  driver: async ({ browser, baseURL }, use) => {
    const driver = await newDriver(browser, baseURL ?? "");
    await use(driver);
    await driver.context.close();
  },
});

/** Makes calls to a URL with this method fail with a server error, until the returned function is called. */
export async function failCalls(page: Page, url: string | RegExp, method = "PATCH") {
  const failMatchingCall = (route: Parameters<Parameters<Page["route"]>[1]>[0]) =>
    route.request().method() === method
      ? route.fulfill({ status: 503, json: { code: "busy", message: "Busy." } })
      : route.fallback();
  await page.route(url, failMatchingCall);
  return () => page.unroute(url, failMatchingCall);
}

/** Expects the exact title and description of the toast. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  await expect(toastOf(page).getByText(title, { exact: true })).toBeVisible();
  await expect(toastOf(page).getByText(description, { exact: true })).toBeVisible();
}

/** Expects a toast behind a modal, where it is visible but not announced. */
export async function expectToastBehind(page: Page, text: string): Promise<void> {
  const behind = page
    .getByRole("region", { name: /^Notifications/, includeHidden: true })
    .getByRole("listitem", { includeHidden: true });
  await expect(behind).toContainText(text);
}

/** Limits a box that shows five records of a list to this driver, because other tests add records concurrently. */
export async function limitToDriver(page: Page, list: string, driver: number): Promise<void> {
  await page.route(
    (url) => url.pathname === list && url.searchParams.get("limit") === "5",
    (route) => {
      const url = new URL(route.request().url());
      // The search `q` also matches the number in texts, but the lists of users have no filter by user id.
      url.searchParams.set(list.startsWith("/api/admin/") ? "q" : "userId", String(driver));
      return route.continue({ url: url.href });
    },
  );
}

/** Opens a page of the back office and waits until it receives live updates. */
export async function openWithLiveUpdates(page: Page, path: string): Promise<void> {
  const hears = page.waitForEvent("websocket", {
    predicate: (socket) =>
      socket
        .waitForEvent("framereceived", {
          predicate: ({ payload }) => String(payload).includes("desk_followed"),
        })
        .then(() => true),
  });
  await page.goto(path);
  await hears;
}

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 720;
