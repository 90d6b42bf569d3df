import { screenChecker } from "../support/screens";
import { ADMIN, expect, onPhone, PASSWORD, test } from "../support/test";

test.describe.configure({ timeout: 60_000 });

test(
  "the account screen and its dialogs pass the accessibility and size checks",
  onPhone,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const { email } = await api.logInToPay("parking");
    const other = await browser.newContext({
      baseURL,
      userAgent:
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    });
    const body = { email, password: PASSWORD };
    const headers = { origin: baseURL ?? "" };
    expect((await other.request.post("/api/authenticate", { data: body, headers })).ok()).toBe(
      true,
    );
    await page.goto("/account");
    await expect(page.getByText("Safari on iPhone")).toBeVisible();
    await shot("account");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Password is required")).toBeVisible();
    await shot("account-password");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Change password" })).toBeFocused();
    await page.getByRole("button", { name: "Change email" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await shot("account-email");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add phone number" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await shot("account-phone");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Log out all other devices" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await shot("account-end-sessions");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Close my account" }).click();
    await page.getByLabel("Your password").fill("not my password");
    await page.getByRole("dialog").getByRole("button", { name: "Close account" }).click();
    await expect(page.getByText("This password is incorrect.")).toBeVisible();
    await shot("account-close");
    await other.close();
  },
);

test(
  "the screens that emails link to and the staff account pass the accessibility and size checks",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    await page.goto("/forgot-password");
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByText("Email is required")).toBeVisible();
    await shot("forgot-password");
    await page.getByLabel("Email").fill("nobody@lanewise.test");
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await shot("forgot-password-sent");
    await page.route("**/api/password-resets/look", (route) => route.fulfill({ json: {} }));
    await page.goto("/reset-password#token");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByText("Password is required")).toBeVisible();
    await shot("reset-password");
    await page.goto("/reset-password");
    await expect(page.getByText("This link no longer works")).toBeVisible();
    await shot("reset-password-dead");
    await page.goto("/confirm-email#token");
    await expect(page.getByRole("button", { name: "Use this email address" })).toBeVisible();
    await shot("confirm-email");
    await api.logIn(ADMIN);
    await page.goto("/account");
    await expect(page.getByText("This device")).toBeVisible();
    await shot("account-staff");
  },
);
