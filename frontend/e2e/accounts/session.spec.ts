import { CARDS, fillCard, payButton } from "../support/card";
import { screenChecker } from "../support/screens";
import { expect, onPhone, PASSWORD, type Page, test, journeyOnPhone } from "../support/test";

async function logInAgain(page: Page, email: string) {
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
}

test(
  "a driver whose session ends during a payment returns to the payment after logging in",
  journeyOnPhone,
  async ({ page, context, api }) => {
    const { item, email } = await api.logInToPay("ticket");
    const address = `/payment?type=ticket&amount=150&id=${item.id}&step=pay`;
    await page.goto(address);
    await fillCard(page, CARDS.good);
    await context.clearCookies();
    await payButton(page).click();
    await logInAgain(page, email);
    await expect(payButton(page)).toBeEnabled();
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe(address);
    expect(await api.isPaid("ticket", item)).toBe(false);
  },
);

test(
  "a driver whose session ended on the server logs in again and returns to the profile",
  onPhone,
  async ({ page, api }) => {
    const { email } = await api.signUp();
    await page.goto("/driving-profile");
    await expect(page.getByText("Welcome Robin")).toBeVisible();
    // Ends the session but keeps the cookie, so that the browser still believes it is logged in.
    const cookies = await page.context().cookies();
    await api.post("/api/logout", {});
    await page.context().addCookies(cookies);
    await page.reload();
    await logInAgain(page, email);
    await expect(page.getByText("Welcome Robin")).toBeVisible();
  },
);

test(
  "when the session has ended, a new login restores the text in a dialog, but not the password",
  onPhone,
  async ({ page, context, api }) => {
    const { email } = await api.signUp();
    await page.goto("/account");
    const dialog = page.getByRole("dialog", { name: "Change Email" });
    const change = page.getByRole("button", { name: "Change email" });
    await change.click();
    await dialog.getByLabel("New email").fill("robin@new.test");
    await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD);
    await context.clearCookies();
    await dialog.getByRole("button", { name: "Send link" }).click();
    await logInAgain(page, email);
    await expect(page).toHaveURL(/\/account$/);
    await change.click();
    await expect(dialog.getByLabel("New email")).toHaveValue("robin@new.test");
    await expect(dialog.getByLabel("Your password", { exact: true })).toHaveValue("");
  },
);

test(
  "with two tabs open, logging out in one logs out the other",
  journeyOnPhone,
  async ({ page, context, api }) => {
    await api.signUp();
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto("/driving-profile");
      await expect(tab.getByText("Welcome Robin")).toBeVisible();
    }
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(other).toHaveURL(/\/login/);
  },
);

/** Overrides the session's times in the server's responses with those that `change` returns. */
async function shiftSessionTimes(
  page: Page,
  change: (session: { loginTime: string; expiresAt: string }) => object,
) {
  await page.route("**/api/session", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), ...change(await answer.json()) },
    });
  });
}
const timeInSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const warning = (page: Page, name = "Are you still there?") => page.getByRole("dialog", { name });

test(
  "a warning before the session ends lets the driver stay logged in",
  onPhone,
  async ({ page, api }, info) => {
    await api.signUp();
    await shiftSessionTimes(page, () => ({ expiresAt: timeInSeconds(58) }));
    await page.goto("/account");
    const dialog = warning(page);
    await expect(dialog.getByRole("button", { name: "Stay logged in" })).toBeFocused();
    await expect(dialog.getByText(/You’ll be logged out in \d+ seconds?$/)).toBeVisible();
    await expect(dialog.getByRole("status")).toHaveText("You’ll be logged out in 60 seconds.");
    await screenChecker(page, info)("session-warning");
    await page.route("**/api/session/extend", (route) => route.abort());
    await dialog.getByRole("button", { name: "Stay logged in" }).click();
    await expect(dialog.getByText("We couldn’t extend your session")).toBeVisible();
    await expect(dialog.getByText("Check your connection and try again.")).toBeVisible();
    await page.unroute("**/api/session/extend");
    const extended = page.waitForResponse("**/api/session/extend");
    await dialog.getByRole("button", { name: "Stay logged in" }).click();
    expect((await extended).ok()).toBe(true);
    await expect(dialog).toBeHidden();
    const stored = await page.evaluate(
      () => JSON.parse(localStorage["lanewise.session"]).expiresAt,
    );
    expect(Date.parse(stored) - Date.now()).toBeGreaterThan(29 * 60_000);
  },
);

test(
  "with two tabs open, staying logged in closes the warning in both",
  onPhone,
  async ({ page, context, api }) => {
    await api.signUp();
    const other = await context.newPage();
    // Both tabs must always read the same end time. A tab that reads a different end time closes its warning.
    const expiresAt = timeInSeconds(58);
    for (const tab of [page, other]) {
      await shiftSessionTimes(tab, () => ({ expiresAt }));
      await tab.goto("/account");
      await expect(warning(tab)).toBeVisible();
    }
    await expect(warning(page)).toBeVisible();
    // From here on, the tabs get the server's real response.
    for (const tab of [page, other]) await tab.unrouteAll({ behavior: "wait" });
    await warning(page).getByRole("button", { name: "Stay logged in" }).click();
    await expect(warning(page)).toBeHidden();
    await expect(warning(other)).toBeHidden();
  },
);

test(
  "if a driver ignores the warning until the session ends, a new login returns to the same page",
  onPhone,
  async ({ page, context, api }) => {
    const { email } = await api.signUp();
    await shiftSessionTimes(page, () => ({ expiresAt: timeInSeconds(4) }));
    await page.goto("/account");
    await expect(warning(page)).toBeVisible();
    await page.unroute("**/api/session");
    await context.clearCookies();
    await logInAgain(page, email);
    await expect(page).toHaveURL(/\/account$/);
  },
);
