import { readFile } from "node:fs/promises";
import { expectToast, failCalls } from "../support/desk";
import { screenChecker } from "../support/screens";
import { logInAs, newAdmin, STAFF_PASSWORD } from "../support/staff";
import { type Api, expect, journeyOnDesktop, onDesktop, type Page, test } from "../support/test";
import { codeOf } from "../support/totp";

test.describe.configure({ timeout: 90_000 });

const dialog = (page: Page) => page.getByRole("dialog");
const section = (page: Page) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Two-step verification" }) });
const code = (page: Page) => page.getByLabel("Code from your authenticator app");

/**
 * Returns a code that differs from the codes of the current and the neighboring time steps, which the server may
 * accept.
 */
function wrongCode(secret: string): string {
  const good = [-2, -1, 0, 1, 2].map((ahead) => codeOf(secret, ahead));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find(
    (one) => !good.includes(one),
  ) as string;
}

async function logOut(page: Page) {
  await page.goto("/account");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).not.toHaveURL(/\/account/);
}

/** Enters email and password, which leads to the login's second step. */
async function typePassword(page: Page, email: string) {
  await page.goto("/login?next=%2Fadmin");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Enter your code" })).toBeVisible();
}

/** Turns the second factor on through the API, for tests that need it on. */
async function turnOnSecondFactor(api: Api): Promise<{ secret: string; codes: string[] }> {
  const setup = await api.post("/api/account/second-factor", { password: STAFF_PASSWORD });
  const { secret } = (await setup.json()) as { secret: string };
  const confirmed = await api.post("/api/account/second-factor/confirm", { code: codeOf(secret) });
  expect(confirmed.status(), "the second factor is turned on").toBe(200);
  return { secret, codes: ((await confirmed.json()) as { codes: string[] }).codes };
}

test(
  "the back office asks staff to set up a second factor, and a staff member sets it up",
  onDesktop,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const { email } = await newAdmin(browser, baseURL ?? "");
    await logInAs(api, email);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/admin");
    const notice = page.getByRole("region", { name: "Two-step verification" });
    await expect(notice).toBeVisible();
    await notice.getByRole("link", { name: "Set up two-step verification" }).click();
    await expect(page).toHaveURL(/\/account#second-factor$/);
    await expect(section(page).getByText("Off", { exact: true })).toBeVisible();
    await expect(section(page)).toBeInViewport();
    await shot("second-factor-off");

    await page.getByRole("button", { name: "Set up two-step verification" }).click();
    await expect(dialog(page).getByLabel("Your password")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByText("Password is required")).toBeVisible();
    await dialog(page).getByLabel("Your password").fill("not my password");
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByText("This password is incorrect.")).toBeVisible();
    await shot("second-factor-password");
    const restore = await failCalls(page, /\/account\/second-factor$/, "POST");
    await dialog(page).getByLabel("Your password").fill(STAFF_PASSWORD);
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByRole("alert")).toContainText("Busy.");
    await restore();
    await page.keyboard.press("Enter");

    const qr = dialog(page).getByRole("img", { name: "QR code for your authenticator app" });
    await expect(qr).toBeVisible();
    await expect
      .poll(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(code(page)).toBeFocused();
    const secret = (await page.getByTestId("secret").textContent()) ?? "";
    await page.keyboard.type("123");
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByText("The code has six digits.")).toBeVisible();
    await code(page).fill(wrongCode(secret));
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByText(/^This code is incorrect\./)).toBeVisible();
    await expect(code(page)).toBeFocused();
    await shot("second-factor-code");
    await code(page).fill(codeOf(secret));
    await page.keyboard.press("Enter");

    await expect(page.getByRole("dialog", { name: "Your recovery codes" })).toBeVisible();
    const codes = await dialog(page).getByRole("list").getByRole("listitem").allTextContents();
    expect(codes).toHaveLength(10);
    for (const one of codes) expect(one).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
    await shot("second-factor-codes");
    const saved = page.waitForEvent("download");
    await dialog(page).getByRole("link", { name: "Download codes" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("lanewise-recovery-codes.txt");
    const text = await readFile(await file.path(), "utf8");
    for (const one of codes) expect(text).toContain(one);
    await dialog(page).getByRole("button", { name: "Copy codes" }).click();
    await expect(dialog(page).getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
    await dialog(page).getByRole("button", { name: "I’ve saved them" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(section(page).getByText("On", { exact: true })).toBeVisible();
    await expect(section(page)).toContainText(
      "You have 10 recovery codes left, in case you lose your device.",
    );
    await shot("second-factor-on");
    await page.goto("/admin");
    await expect(page.getByRole("heading", { level: 1, name: "Tickets & users" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Needs a response" })).toBeVisible();
    await expect(notice).toHaveCount(0);
  },
);

test(
  "a login requires a code, and accepts each recovery code once",
  journeyOnDesktop,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const { email } = await newAdmin(browser, baseURL ?? "");
    await logInAs(api, email);
    const { secret, codes } = await turnOnSecondFactor(api);
    const [first = "", second = ""] = codes;
    await logOut(page);
    await typePassword(page, email);
    await expect(code(page)).toBeFocused();
    await page.keyboard.type("12345");
    await page.keyboard.press("Enter");
    await expect(page.getByText("The code has six digits.")).toBeVisible();
    await expect(code(page)).toBeFocused();
    await code(page).fill(wrongCode(secret));
    await page.keyboard.press("Enter");
    const refused = "This code is incorrect or was already used. Enter another one.";
    await expect(page.getByText(refused)).toBeVisible();
    await expect(code(page)).toBeFocused();
    await shot("login-code");
    const restore = await failCalls(page, /\/authenticate\/second-factor$/, "POST");
    // Authenticator apps copy codes with a space, so the pasted code has one. The test uses the next code, because the
    // current code was already used to turn the factor on.
    const next = codeOf(secret, 1);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `${next.slice(0, 3)} ${next.slice(3)}`,
    );
    await code(page).fill("");
    await page.keyboard.press("ControlOrMeta+V");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText("Busy.");
    await restore();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole("heading", { level: 1, name: "Tickets & users" })).toBeVisible();

    await logOut(page);
    await typePassword(page, email);
    await page.getByRole("button", { name: "Lost your device? Use a recovery code" }).click();
    const recovery = page.getByLabel("Recovery code");
    await expect(recovery).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Enter one of your recovery codes.")).toBeVisible();
    await shot("login-recovery");
    await recovery.fill(first.toLowerCase().replace("-", " "));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin$/);
    await page.goto("/account#second-factor");
    await expect(section(page)).toContainText(
      "You have 9 recovery codes left, in case you lose your device.",
    );

    await logOut(page);
    await typePassword(page, email);
    await page.getByRole("button", { name: "Lost your device? Use a recovery code" }).click();
    await recovery.fill(first);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").or(page.getByText(refused)).first()).toBeVisible();
    await page.getByRole("button", { name: "Use the authenticator app" }).click();
    await expect(code(page)).toBeFocused();
    await page.getByRole("button", { name: "Lost your device? Use a recovery code" }).click();
    await recovery.fill(second);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin$/);
  },
);

test(
  "a login returns to the password form after five incorrect codes",
  onDesktop,
  async ({ page, api, browser, baseURL }, info) => {
    const { email } = await newAdmin(browser, baseURL ?? "");
    await logInAs(api, email);
    const { secret } = await turnOnSecondFactor(api);
    await page.context().clearCookies();
    await typePassword(page, email);
    const wrong = wrongCode(secret);
    const over = page.getByText(
      "This login took too long, or you entered too many incorrect codes. Please log in again.",
    );
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const answer = page.waitForResponse(/\/authenticate\/second-factor$/);
      await code(page).fill(wrong);
      await page.keyboard.press("Enter");
      await answer;
      if (attempt < 5) await expect(page.getByRole("button", { name: "Log In" })).toBeEnabled();
    }
    await expect(over).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
    await screenChecker(page, info)("login-over");
    await typePassword(page, email);
    await page.getByRole("button", { name: "Use another account" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Log In" })).toBeVisible();
  },
);

test(
  "new recovery codes and turning off the factor require a password and a code",
  onDesktop,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const { email } = await newAdmin(browser, baseURL ?? "");
    await logInAs(api, email);
    const { codes } = await turnOnSecondFactor(api);
    const [first = "", second = "", old = ""] = codes;
    await page.goto("/account#second-factor");
    await page.getByRole("button", { name: "Get new recovery codes" }).click();
    await expect(dialog(page).getByText("Your current codes will stop working.")).toBeVisible();
    await dialog(page).getByLabel("Your password").fill(STAFF_PASSWORD);
    await dialog(page).getByRole("button", { name: "Get new codes" }).click();
    await expect(
      dialog(page).getByText("Enter the code from your authenticator app."),
    ).toBeVisible();
    await expect(code(page)).toBeFocused();
    await shot("second-factor-renew");
    await code(page).fill(first);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Your recovery codes" })).toBeVisible();
    const fresh = await dialog(page).getByRole("list").getByRole("listitem").allTextContents();
    expect(fresh).toHaveLength(10);
    expect(fresh).not.toContain(second);
    await page.getByRole("button", { name: "I’ve saved them" }).click();
    await expect(section(page)).toContainText("You have 10 recovery codes left");

    await page.getByRole("button", { name: "Turn off" }).click();
    const confirmDialog = page.getByRole("dialog", { name: "Turn off two-step verification?" });
    const off = confirmDialog.getByRole("button", { name: "Turn off" });
    await off.click();
    await expect(confirmDialog.getByText("Password is required")).toBeVisible();
    await expect(
      confirmDialog.getByText("Enter the code from your authenticator app."),
    ).toBeVisible();
    await confirmDialog.getByLabel("Your password").fill(STAFF_PASSWORD);
    await code(page).fill(old);
    await off.click();
    await expect(
      confirmDialog.getByText(/^This code is incorrect or was already used\./),
    ).toBeVisible();
    await shot("second-factor-turn-off");
    const restore = await failCalls(page, /\/second-factor\/off$/, "POST");
    await code(page).fill(fresh[0] ?? "");
    await off.click();
    await expect(confirmDialog.getByRole("alert")).toContainText("Busy.");
    await restore();
    await off.click();
    await expectToast(page, "Two-Step Verification Off", "You now log in with just your password.");
    await expect(section(page).getByText("Off", { exact: true })).toBeVisible();
    await page.context().clearCookies();
    await logInAs(api, email);
  },
);

test(
  "a dismissed second-factor notice stays hidden, and the section shows an error if it fails to load",
  onDesktop,
  async ({ page, api, browser, baseURL }, info) => {
    const { email } = await newAdmin(browser, baseURL ?? "");
    await logInAs(api, email);
    await page.goto("/admin?q=nobody-of-this-name");
    const notice = page.getByRole("region", { name: "Two-step verification" });
    await expect(notice).toBeVisible();
    await screenChecker(page, info)("second-factor-notice");
    await notice.getByRole("button", { name: "Don’t ask again on this device" }).click();
    await expect(notice).toHaveCount(0);
    let requestCount = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/account/second-factor")) requestCount += 1;
    });
    await page.reload();
    await expect(page.getByRole("region", { name: "Needs a response" })).toBeVisible();
    await expect(notice).toHaveCount(0);
    expect(requestCount, "the dismissed notice sends no request").toBe(0);

    const restore = await failCalls(page, /\/account\/second-factor$/, "GET");
    await page.goto("/account#second-factor");
    await expect(section(page).getByRole("alert")).toBeVisible();
    await restore();
    await section(page).getByRole("button", { name: "Try again" }).click();
    await expect(section(page).getByText("Off", { exact: true })).toBeVisible();
  },
);
