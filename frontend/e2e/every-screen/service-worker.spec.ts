import { type BrowserContext, chromium, type Worker } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { screenChecker } from "../support/screens";
import { expect, onPhone, type Page, test, journeyOnPhone } from "../support/test";

test.use({ serviceWorkers: "allow" });

/** Waits until an active service worker controls the page. */
const waitForWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

/** Whether the worker can reach the server. The browser takes the worker offline shortly after the page. */
const isReached = async (context: BrowserContext) => {
  const [worker] = context.serviceWorkers();
  return worker?.evaluate(() =>
    fetch("/robots.txt", { cache: "no-store" }).then(
      () => true,
      () => false,
    ),
  );
};

test(
  "a page says that it is offline, and reloads when the network is back",
  journeyOnPhone,
  async ({ page, context, api }, info) => {
    await api.signUp();
    await page.goto("/account");
    await waitForWorker(page);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map((request) => new URL(request.url).pathname);
    });
    expect(kept, "only the offline page is cached").toEqual(["/offline.html", "/offline.js"]);
    await context.setOffline(true);
    await expect.poll(() => isReached(context), "the worker is offline too").toBe(false);
    await page.goto("/payments");
    await expect(page.getByRole("heading", { name: "You’re offline" })).toBeVisible();
    await screenChecker(page, info)("offline");
    await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
    await context.setOffline(false);
    // The page reloads by itself.
    await expect(page).toHaveURL(/\/payments$/);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("You’re offline");
  },
);

test("the browser finds no problem with installing the app", onPhone, async ({ page }) => {
  await page.goto("/");
  await waitForWorker(page);
  const cdp = await page.context().newCDPSession(page);
  const { errors, data } = await cdp.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? "");
  expect(manifest).toMatchObject({ name: "Lanewise", display: "standalone", scope: "/" });
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await page.request.get(src);
    expect(answer.headers()["content-type"], src).toBe(type);
    const width = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return image.naturalWidth;
    }, src);
    if (sizes !== "any") expect(`${width}x${width}`, src).toBe(sizes);
  }
  const { installabilityErrors } = await cdp.send("Page.getInstallabilityErrors");
  const ids = installabilityErrors.map(({ errorId }) => errorId);
  // Ignore the error for incognito windows, because test browsers use a temporary profile.
  expect(ids.filter((id) => id !== "in-incognito")).toEqual([]);
});

test(
  "the server sends the service worker uncached and with a version, and the manifest with its type",
  onPhone,
  async ({ request }) => {
    const worker = await request.get("/sw.js");
    expect(worker.headers()["cache-control"]).toBe("no-cache");
    expect(worker.headers()["content-type"]).toContain("javascript");
    expect(await worker.text()).toMatch(/VERSION = "[0-9a-f]{8}"/);
    const manifest = await request.get("/manifest.webmanifest");
    expect(manifest.headers()["content-type"]).toContain("application/manifest+json");
  },
);

/**
 * Simulates the user's answer to the request for notification permission. Records messages to the worker instead of
 * sending them.
 */
async function answerPermissionRequest(page: Page, answer: NotificationPermission) {
  await page.addInitScript((permission) => {
    let now: NotificationPermission = "default";
    Object.defineProperty(Notification, "permission", { get: () => now });
    Notification.requestPermission = async () => {
      now = permission;
      return permission;
    };
    const sent: unknown[] = [];
    Object.assign(window, { sentToWorker: sent });
    ServiceWorker.prototype.postMessage = (message: unknown) => void sent.push(message);
  }, answer);
}
const sentToWorker = (page: Page) =>
  page.evaluate(() => (window as unknown as { sentToWorker: unknown[] }).sentToWorker);

test(
  "a driver turns on the signup reminder, which is sent two minutes after the signup started",
  onPhone,
  async ({ page }) => {
    await answerPermissionRequest(page, "granted");
    await page.clock.install();
    await page.goto("/signup");
    const offer = page.getByRole("button", { name: "Remind me if I don’t finish" });
    await expect(offer).toBeVisible();
    await expectAccessible(page, "the reminder's offer");
    await page.clock.fastForward(10_000);
    await offer.click();
    await expect(
      page.getByText("We’ll remind you in two minutes if you haven’t finished."),
    ).toBeVisible();
    await expect(offer).toBeHidden();
    await page.clock.fastForward(105_000);
    expect(await sentToWorker(page)).toEqual([]);
    await page.clock.fastForward(10_000);
    await expect.poll(() => sentToWorker(page)).toEqual(["signup-return"]);
    await page.clock.fastForward(300_000);
    expect(await sentToWorker(page), "the reminder is sent once").toEqual(["signup-return"]);
  },
);

test("no reminder is sent once the signup is complete", onPhone, async ({ page }) => {
  await answerPermissionRequest(page, "granted");
  await page.clock.install();
  await page.goto("/signup");
  await page.getByRole("button", { name: "Remind me if I don’t finish" }).click();
  await page.evaluate(() => localStorage.removeItem("lanewise.signup"));
  await page.clock.fastForward(180_000);
  expect(await sentToWorker(page)).toEqual([]);
});

test("a refused notification permission shows a message", onPhone, async ({ page }) => {
  await answerPermissionRequest(page, "denied");
  await page.goto("/signup");
  const offer = page.getByRole("button", { name: "Remind me if I don’t finish" });
  await offer.click();
  await expect(page.getByText("We won’t remind you. You can finish any time.")).toBeVisible();
  await expect(offer).toBeHidden();
});

/**
 * Records in the worker which notifications are visible once the reminder is shown. Chromium loses a notification if a
 * page asks about it just as it appears, so the test must not ask earlier.
 */
async function recordNotifications(context: BrowserContext): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(() => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const show = registration.showNotification.bind(registration);
    registration.showNotification = async (title, options) => {
      await show(title, options);
      const shown = await registration.getNotifications({ tag: options?.tag ?? "" });
      Object.assign(self, { noted: shown.map((one) => one.title) });
    };
  });
  return worker;
}

// worker.test.ts tests that the reminder closes after five seconds.
test(
  "the worker shows the signup reminder and closes it again",
  onPhone,
  async ({ baseURL }, { project }) => {
    // The headless shell shows no notifications, so this test starts the full browser.
    const { launchOptions = {} } = project.use;
    const executablePath = process.env.CHROMIUM_FULL || launchOptions.executablePath || "";
    const browser = await chromium.launch({ ...launchOptions, executablePath });
    const context = await browser.newContext({
      baseURL: baseURL ?? "",
      permissions: ["notifications"],
    });
    const page = await context.newPage();
    await page.goto("/signup");
    await waitForWorker(page);
    const permission = await page.evaluate(() => Notification.permission);
    test.skip(permission !== "granted", "this browser shows no notifications");
    const worker = await recordNotifications(context);
    await page.evaluate(() => navigator.serviceWorker.controller?.postMessage("signup-return"));
    const noted = () => worker.evaluate(() => (self as unknown as { noted?: string[] }).noted);
    await expect.poll(noted).toEqual(["Finish signing up"]);
    const left = () =>
      page.evaluate(async () => {
        const { getNotifications } = ServiceWorkerRegistration.prototype;
        const registration = await navigator.serviceWorker.ready;
        return (await getNotifications.call(registration, { tag: "signup-return" })).length;
      });
    await expect.poll(left, { timeout: 20_000 }).toBe(0);
    await browser.close();
  },
);
