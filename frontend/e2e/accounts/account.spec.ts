import { readFile } from "node:fs/promises";
import { waitForLink, countEmails } from "../support/mail";
import {
  expect,
  newEmail,
  onPhone,
  PASSWORD,
  type Page,
  test,
  toastOf,
  journeyOnPhone,
} from "../support/test";

const NEW = "marble-otter-candle-8";

async function logIn(page: Page, email: string, password: string) {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
}

const dialog = (page: Page) => page.getByRole("dialog");

test(
  "a forgotten password is reset with an emailed link that works once",
  journeyOnPhone,
  async ({ page, context, api }) => {
    const { email } = await api.signUp();
    await context.clearCookies();
    await page.goto("/login");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByText("Email is required")).toBeVisible();
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    const link = await waitForLink(page, email, "reset-password");
    await page.goto(link);
    await page.getByLabel("New password", { exact: true }).fill("password123");
    await page.getByLabel("Verify new password").fill("password123");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByText("This password is easy to guess.")).toBeVisible();
    await page.getByLabel("New password", { exact: true }).fill(NEW);
    await page.getByLabel("Verify new password").fill(NEW);
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(toastOf(page)).toContainText("Please log in with your new password.");
    await logIn(page, email, PASSWORD);
    await expect(page.getByRole("alert")).toContainText("Invalid email or password.");
    await logIn(page, email, NEW);
    await expect(page).toHaveURL(/\/driving-profile$/);
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await expect(page.getByLabel("New password")).toHaveCount(0);
    await expect.poll(() => countEmails(page, email, "password was changed")).toBe(1);
  },
);

test(
  "changing the password logs out every other device",
  onPhone,
  async ({ page, browser, api, baseURL }) => {
    const { email } = await api.signUp();
    const elsewhere = await (await browser.newContext({ baseURL })).newPage();
    await logIn(elsewhere, email, PASSWORD);
    await expect(elsewhere).toHaveURL(/\/driving-profile$/);
    await page.goto("/account");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByLabel("Current password").fill("not my password");
    await page.getByLabel("New password", { exact: true }).fill(NEW);
    await page.getByLabel("Verify new password").fill(`${NEW}x`);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(dialog(page).getByText("Passwords do not match")).toBeVisible();
    await page.getByLabel("Verify new password").fill(NEW);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(dialog(page).getByText("This password is incorrect.")).toBeVisible();
    await expect(page.getByLabel("Current password")).toBeFocused();
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(toastOf(page)).toContainText("Password Changed");
    await expect(dialog(page)).toHaveCount(0);
    await elsewhere.reload();
    await expect(elsewhere).toHaveURL(/\/login/);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
    await elsewhere.context().close();
  },
);

test(
  "a new email address takes effect once confirmed, and the old address is notified",
  onPhone,
  async ({ page, context, api }) => {
    const { email } = await api.signUp();
    const next = newEmail();
    await page.goto("/account");
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByLabel("New email").fill(next);
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(dialog(page).getByText(next)).toBeVisible();
    await page.getByRole("button", { name: "Done" }).click();
    await page.goto(await waitForLink(page, next, "confirm-email"));
    await page.getByRole("button", { name: "Use this email address" }).click();
    await expect(page.getByRole("heading", { name: "Your email was changed" })).toBeVisible();
    await page.getByRole("link", { name: "Go to your account" }).click();
    await expect(page.getByText(next)).toBeVisible();
    await expect.poll(() => countEmails(page, email, "email address was changed")).toBe(1);
    await context.clearCookies();
    await logIn(page, next, PASSWORD);
    await expect(page).toHaveURL(/\/driving-profile$/);
  },
);

test(
  "a driver sees their sessions on other devices and ends them with the password",
  onPhone,
  async ({ page, browser, api, baseURL }) => {
    const { email } = await api.signUp();
    const others = await Promise.all(
      [0, 1].map(async () => (await browser.newContext({ baseURL })).newPage()),
    );
    for (const other of others) {
      await logIn(other, email, PASSWORD);
      await expect(other).toHaveURL(/\/driving-profile$/);
    }
    await page.goto("/account");
    await expect(page.getByText("This device")).toHaveCount(1);
    await page
      .getByRole("button", { name: /^Log out: Chrome/ })
      .first()
      .click();
    await expect(page.getByRole("dialog", { name: /^Log out Chrome.*\?$/ })).toBeVisible();
    await page.getByLabel("Your password").fill("not my password");
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByText("This password is incorrect.")).toBeVisible();
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(toastOf(page)).toContainText("Device Logged Out");
    await expect(page.getByRole("button", { name: /^Log out:/ })).toHaveCount(1);
    await page.getByRole("button", { name: "Log out all other devices" }).click();
    await page.getByLabel("Your password").fill(PASSWORD);
    await dialog(page).getByRole("button", { name: "Log out all others" }).click();
    await expect(toastOf(page)).toContainText("Other Devices Logged Out");
    for (const other of others) {
      await other.reload();
      await expect(other).toHaveURL(/\/login/);
      await other.context().close();
    }
    await page.reload();
    await expect(page.getByText("This device")).toHaveCount(1);
  },
);

test("a driver downloads their data as one file", onPhone, async ({ page, api }) => {
  const { email } = await api.signUp();
  await page.goto("/account");
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^lanewise-data-\d{4}-\d\d-\d\d\.zip$/);
  // The ZIP file isn't compressed, so the email address is in its bytes as plain text.
  expect(await readFile(await download.path(), "latin1")).toContain(email);
  await page.route("**/api/account/data", (route) => route.abort());
  await page.getByRole("button", { name: "Download my data" }).click();
  await expect(page.getByText("The download didn’t start")).toBeVisible();
});

test("a closed account can no longer log in", onPhone, async ({ page, api }) => {
  const { email } = await api.signUp();
  await page.goto("/account");
  await page.getByRole("button", { name: "Close my account" }).click();
  await expect(dialog(page).getByRole("heading", { name: "What we keep, and why" })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Close account" }).click();
  await expect(dialog(page).getByText("Password is required")).toBeVisible();
  await page.getByLabel("Your password").fill("not my password");
  await dialog(page).getByRole("button", { name: "Close account" }).click();
  await expect(dialog(page).getByText("This password is incorrect.")).toBeVisible();
  await page.getByLabel("Your password").fill(PASSWORD);
  await dialog(page).getByRole("button", { name: "Close account" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(toastOf(page)).toContainText("Account Closed");
  await logIn(page, email, PASSWORD);
  await expect(page.getByRole("alert")).toContainText("Invalid email or password.");
});

test(
  "an account with an open payment can't be closed, and the dialog names the payment",
  onPhone,
  async ({ page, api }) => {
    const { item } = await api.logInToPay("ticket");
    const intent = { amount: "150", type: "ticket", itemId: item.id };
    expect((await api.post("/api/create-payment-intent", intent)).ok()).toBe(true);
    await page.goto("/account");
    await page.getByRole("button", { name: "Close my account" }).click();
    await page.getByLabel("Your password").fill(PASSWORD);
    await dialog(page).getByRole("button", { name: "Close account" }).click();
    await expect(dialog(page).getByRole("alert")).toContainText("You started a payment (CONF-");
  },
);
