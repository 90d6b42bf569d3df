import inventory from "../../payment-scripts.json" with { type: "json" };
import { CARDS, cardForm, payWith, formError } from "../support/card";
import { expect, onPhone, type Page, test, toastOf } from "../support/test";

/** Returns a set that collects the scripts that a page requests: ours as paths, the provider's as URLs. */
function collectScripts(page: Page): Set<string> {
  const scripts = new Set<string>();
  page.on("request", (request) => {
    const url = new URL(request.url());
    const isOurs = url.origin === new URL(page.url()).origin;
    if (request.resourceType() === "script" && request.frame() === page.mainFrame())
      scripts.add(isOurs ? url.pathname : url.href);
  });
  return scripts;
}

const nameOf = (path: string) => path.replace(/^\/assets\/(.+)-[A-Z0-9]{8}\.js$/, "$1");

test("the payment page loads only the scripts in its inventory", onPhone, async ({ page, api }) => {
  const { item } = await api.logInToPay("toll");
  const { stripeJsUrl } = await api.get<{ stripeJsUrl: string }>("/api/config");
  const address = `/payment?type=toll&amount=6.40&id=${item.id}`;
  await page.goto(address);
  const loaded = collectScripts(page);
  await page.reload();
  await expect(cardForm(page).getByLabel("Card number")).toBeVisible();
  await payWith(page, CARDS.declined);
  await expect(formError(page)).toBeVisible();
  await expect(toastOf(page)).toContainText("Payment Failed");
  await page.getByRole("button", { name: "Help" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const map = JSON.parse((await page.locator("script[type=importmap]").textContent()) ?? "{}");
  const hashed = new Set(Object.keys(map.integrity));
  const [preload] = await page.locator("script[integrity]:not([type])").all();
  hashed.add((await preload?.getAttribute("src")) ?? "");
  const ours = [...loaded].filter((path) => path.startsWith("/"));
  expect(ours.filter((path) => !hashed.has(path))).toEqual([]);
  expect([...loaded].filter((url) => !url.startsWith("/"))).toEqual([stripeJsUrl]);
  const names = [...hashed].map(nameOf).filter((name) => !name.startsWith("chunk"));
  expect(names.sort()).toEqual(inventory.map(({ script }) => script).sort());
  for (const name of ["main", "preload", "PaymentPage", "Toaster", "HelpDialog"])
    expect(ours.map(nameOf)).toContain(name);
});

test("a modified script of the payment page does not run", onPhone, async ({ browser, api }) => {
  const { item } = await api.logInToPay("toll");
  // The browser logs the refusal as an error, which would fail the shared context. So the test has its own context.
  const context = await browser.newContext({ storageState: await api.state() });
  const page = await context.newPage();
  const consoleMessages: string[] = [];
  page.on("console", (message) => consoleMessages.push(message.text()));
  let requests = 0;
  await page.route("**/assets/PaymentPage-*.js", async (route) => {
    requests += 1;
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: `window.changed = true;${await answer.text()}`,
    });
  });
  await page.goto(`${process.env.E2E_URL}/payment?type=toll&amount=6.40&id=${item.id}`);
  // A script that fails to load reloads the page once.
  await expect.poll(() => requests).toBe(2);
  await expect(page.getByText("We couldn’t show this page")).toBeVisible();
  expect(await page.evaluate(() => "changed" in window)).toBe(false);
  expect(consoleMessages.join("\n")).toContain("integrity");
  await context.close();
});
