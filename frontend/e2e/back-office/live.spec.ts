import { type Driver, expectToast, openWithLiveUpdates, test } from "../support/desk";
import { screenChecker } from "../support/screens";
import { logInAs, newAdmin } from "../support/staff";
import { Api, expect, onDesktop, type Page, journeyOnDesktop } from "../support/test";

const table = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Asks for help as the driver. Returns the inquiry's id. */
async function askForHelp({ api, id }: Driver, message: string): Promise<number> {
  const body = { userId: id, type: "chat", message };
  const answer = await api.post("/api/help-inquiries", body);
  return ((await answer.json()) as { id: number }).id;
}

/** Returns how many milliseconds pass from the end of `act` until the page shows the text. */
async function measureUntilSeen(
  page: Page,
  text: string,
  act: () => Promise<unknown>,
): Promise<number> {
  const visibleAfter = page.evaluate(
    (text) =>
      new Promise<number>((done) => {
        const look = () => document.body.innerText.includes(text) && done(Date.now());
        new MutationObserver(look).observe(document.body, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      }),
    text,
  );
  await act();
  const acted = Date.now();
  return (await visibleAfter) - acted;
}

test(
  "a new inquiry appears in the open list without a reload, marked as new",
  journeyOnDesktop,
  async ({ page, driver }, info) => {
    const shot = screenChecker(page, info);
    await openWithLiveUpdates(page, `/admin/help-inquiries?q=${driver.email}`);
    await expect(page.getByText("No matches.")).toBeVisible();
    // A message that appears nowhere else on the page.
    const words = `Where is ${crypto.randomUUID()}?`;
    let id = 0;
    const took = await measureUntilSeen(page, words, async () => {
      id = await askForHelp(driver, words);
    });
    info.annotations.push({
      type: "figure",
      description: `an inquiry was visible after ${took} ms`,
    });
    // Without the socket, the page would show the inquiry only after half a minute.
    expect(took).toBeLessThan(20_000);
    const row = page.locator(`[data-row="${id}"]`);
    await expect(row).toContainText("New");
    await expect(page).toHaveTitle(/^\(\d+\+?\) Help inquiries · Lanewise$/);
    await shot("admin-live-new");
    await row.getByRole("button").first().click();
    await expect(row.getByText("New", { exact: true })).toHaveCount(0);
  },
);

test(
  "a colleague's change shows their name, and an open record shows who else has it open",
  onDesktop,
  async ({ page, driver, browser, baseURL }) => {
    const id = await askForHelp(driver, "Can somebody look at my plate?");
    const { email, fullName } = await newAdmin(browser, baseURL ?? "", "Casey Moor");
    const context = await browser.newContext({ baseURL, serviceWorkers: "block" });
    await logInAs(new Api(context), email);
    const colleague = await context.newPage();

    await page.goto(`/admin/help-inquiries?q=${driver.email}`);
    await expect(page.locator(`[data-row="${id}"]`)).toBeVisible();
    await colleague.goto(`/admin/help-inquiries?q=${driver.email}&row=${id}`);
    await page.locator(`[data-row="${id}"]`).getByRole("button").first().click();
    const panel = page.getByRole("region", { name: `Inquiry ${id}` });
    await expect(panel).toContainText(`${fullName} has this open too`);
    await page.keyboard.press("Escape");
    await expect(panel).toHaveCount(0);

    const resolve = { name: `Mark Resolved: inquiry ${id}` };
    await colleague
      .getByRole("region", { name: `Inquiry ${id}` })
      .getByRole("button", resolve)
      .click();
    const row = page.locator(`[data-row="${id}"]`);
    await expect(row).toContainText(`Changed by ${fullName}`);
    await expect(row).toContainText("Resolved");
    await context.close();
  },
);

test(
  "staff move through records with the keyboard, and the focus stays in place",
  onDesktop,
  async ({ page, driver }) => {
    const ids = [await askForHelp(driver, "The first"), await askForHelp(driver, "The second")];
    await page.goto(`/admin/help-inquiries?q=${driver.email}`);
    const panel = (id: number) => page.getByRole("region", { name: `Inquiry ${id}`, exact: true });
    const [older = 0, newer = 0] = ids;
    await table(page, "Help inquiries")
      .getByRole("button", { name: String(newer), exact: true })
      .click();
    await expect(panel(newer)).toContainText("The second");
    await page.keyboard.press("j");
    await expect(panel(older)).toContainText("The first");
    await page.keyboard.press("k");
    await expect(panel(newer)).toBeVisible();
    await expect(panel(newer).getByRole("region", { name: "History" })).toBeVisible();

    // The clicked button is gone, so the heading gets the focus. Escape closes the panel and leaves the toast open.
    await panel(newer)
      .getByRole("button", { name: `Mark Resolved: inquiry ${newer}` })
      .click();
    await expectToast(page, "Inquiry Resolved", "Help inquiry has been marked as resolved");
    await expect(panel(newer).getByRole("heading", { level: 2 })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(panel(newer)).toHaveCount(0);
    await expectToast(page, "Inquiry Resolved", "Help inquiry has been marked as resolved");
    await expect(page.locator(`[data-row="${newer}"] button`).first()).toBeFocused();
    const resolve = table(page, "Help inquiries").getByRole("button", {
      name: `Mark Resolved: inquiry ${older}`,
    });
    await resolve.focus();
    await page.keyboard.press("Enter");
    await expect(resolve).toHaveCount(0);
    await expect(page.locator(`[data-row="${older}"] button`).first()).toBeFocused();
  },
);
