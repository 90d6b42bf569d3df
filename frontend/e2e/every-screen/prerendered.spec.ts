import {
  DRIVER,
  expect,
  journeyOnPhone,
  onDesktop,
  omitInlineResponses,
  onPhone,
  PASSWORD,
  type Page,
  test,
} from "../support/test";

/** Returns a list to which the errors and warnings of the page are added as they occur. */
function collectErrors(page: Page): string[] {
  const consoleErrors: string[] = [];
  page.on("console", (message) => {
    const isOurs = !message.text().includes("blocked by Playwright");
    if (isOurs && ["error", "warning"].includes(message.type())) consoleErrors.push(message.text());
  });
  page.on("pageerror", (error) => consoleErrors.push(String(error)));
  return consoleErrors;
}

/** Returns the path for which the document was prerendered, or undefined if it wasn't. */
const prerenderedPath = (page: Page) =>
  page.evaluate(() => document.getElementById("root")?.dataset.prerendered);

for (const [path, heading, title] of [
  [
    "/",
    "Know where your driving record stands. Take care of tickets in minutes.",
    "Lanewise: your tickets, handled",
  ],
  ["/login", "Log In", "Log In · Lanewise"],
  ["/signup", "Personal Information", "Personal Information (step 1 of 5) · Lanewise"],
] as const) {
  test(
    `${path} is visible without scripts and does not change when they run`,
    onPhone,
    async ({ page, browser, baseURL }) => {
      const still = await browser.newPage({ javaScriptEnabled: false });
      await still.goto(baseURL + path);
      await expect(still.getByRole("heading", { level: 1 })).toHaveText(heading);
      expect(await still.title()).toBe(title);
      // No script delays the screen: the preload script loads all others after the first paint.
      const scripts = still.locator("script[type=module], link[rel=modulepreload]");
      await expect(scripts).toHaveCount(0);
      const before = await still.locator("main").boundingBox();
      await still.close();

      const consoleErrors = collectErrors(page);
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      expect(await prerenderedPath(page)).toBe(path);
      await expect(page).toHaveTitle(title);
      expect(consoleErrors).toEqual([]);
      await expect.poll(async () => (await page.locator("main").boundingBox())?.y).toBe(before?.y);
    },
  );
}

test(
  "a driver can fill in and submit the login before the script has loaded",
  journeyOnPhone,
  async ({ page, api }) => {
    const { email } = await api.signUp();
    await page.context().clearCookies();
    const go = await holdScript(page);
    await page.goto("/login", { waitUntil: "commit" });
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    // React hasn't attached its listeners yet. The form must not send anything, least of all passwords in the URL.
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page).toHaveURL(/\/login$/);
    go();
    await expect(page).toHaveURL(/\/driving-profile$/);
  },
);

test(
  "the login form is hidden until the script loads if the browser still has a session record",
  onPhone,
  async ({ page, api }) => {
    const { email } = await api.signUp();
    await page.goto("/account");
    await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
    // Wait for all calls. Without the cookie, the server would refuse them, and the page would delete its record.
    await page.waitForLoadState("networkidle");
    await page.context().clearCookies();
    const go = await holdScript(page);
    await page.goto("/login", { waitUntil: "domcontentloaded" });
    expect(await prerenderedPath(page)).toBe("/login");
    await expect(page.getByLabel("Email")).toBeHidden();
    go();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page).toHaveURL(/\/driving-profile$/);
  },
);

test("a logged-in driver gets a page that is not prerendered", onPhone, async ({ page, api }) => {
  await page.goto("/");
  expect(await prerenderedPath(page)).toBe("/");
  await api.signUp();
  await page.goto("/");
  expect(await prerenderedPath(page)).toBeUndefined();
});

/** Opens a profile and waits for its greeting, because the prerendered shell already has the headings. */
async function openProfile(page: Page): Promise<void> {
  await page.goto("/driving-profile");
  await expect(page.getByText(/^Welcome \w/)).toBeVisible();
}

/** Holds the main script back until the returned function is called. */
async function holdScript(page: Page): Promise<() => void> {
  let go = () => {};
  const untilReleased = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/\/assets\/main-\w+\.js$/, async (route) => {
    await untilReleased;
    await route.continue();
  });
  return go;
}

/** Opens a profile and reloads it. Holds its main script back until the returned function is called. */
async function reopenProfile(page: Page): Promise<() => void> {
  await openProfile(page);
  const go = await holdScript(page);
  // The held script delays the load event, so wait only until the navigation has started.
  await page.reload({ waitUntil: "commit" });
  return go;
}

const NEXT_DUE = { name: "Next Due", exact: true };

test(
  "a driver's prerendered shell stays in place until the screen replaces it",
  onPhone,
  async ({ page, api }) => {
    await api.logIn(DRIVER);
    const go = await reopenProfile(page);
    const consoleErrors = collectErrors(page);
    // On a phone the status comes first. Content below it stays hidden until the status has its final height.
    const status = page.getByRole("region", { name: "Driving Status" });
    await expect(status).toBeVisible();
    const before = await status.boundingBox();
    await page.getByRole("button", { name: "Help", exact: true }).click();
    go();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText(/^Welcome \w/)).toBeVisible();
    await expect(page.getByRole("heading", NEXT_DUE)).toBeVisible();
    await expect.poll(async () => (await status.boundingBox())?.y).toBe(before?.y);
    expect(consoleErrors).toEqual([]);
  },
);

test(
  "a new driver's first steps replace the prerendered shell",
  onDesktop,
  async ({ page, api }) => {
    await api.signUp();
    const go = await reopenProfile(page);
    await expect(page.getByRole("heading", NEXT_DUE)).toBeVisible();
    go();
    await expect(page.getByRole("heading", { name: "Driving Status" })).toBeVisible();
    await expect(page.getByRole("heading", NEXT_DUE)).toHaveCount(0);
  },
);

/** Returns a list to which the paths of matching calls are added as the page makes them, without ids. */
function collectCalls(page: Page, paths: RegExp): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (paths.test(pathname)) calls.push(pathname.replace(/\/\d+$/, ""));
  });
  return calls;
}

test(
  "a driver's data comes with the document, and no call requests it again",
  onPhone,
  async ({ page, api }) => {
    await api.logIn(DRIVER);
    await openProfile(page);
    const calls = collectCalls(
      page,
      /^\/api\/(config|session|driving-profile|tickets|court-appearances|tolls|parking)\b/,
    );
    // On a busy computer, the server may send the document without responses.
    await expect(async () => {
      calls.length = 0;
      await page.reload();
      await expect(page.getByText(/^Welcome \w/)).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect(calls).toEqual([]);
    }).toPass();
    await expect(page.locator("#responses")).toHaveCount(0);
  },
);

test(
  "without inline responses, a driver's data is requested once, before the scripts load",
  onPhone,
  async ({ page, api }) => {
    await api.signUp();
    await openProfile(page);
    await omitInlineResponses(page);
    const go = await holdScript(page);
    const calls = collectCalls(page, /^\/api\/(config|session|driving-profile)/);
    await page.reload({ waitUntil: "commit" });
    const once = ["/api/config", "/api/session", "/api/driving-profile"];
    await expect.poll(() => calls).toEqual(once);
    go();
    await page.waitForLoadState("networkidle");
    await expect(page.getByText(/^Welcome \w/)).toBeVisible();
    expect(calls).toEqual(once);
    // The preload script also requests the screen's code.
    const files = page.locator('head link[rel=modulepreload][href*="/ProfilePage-"]');
    await expect(files).toHaveCount(1);
  },
);
