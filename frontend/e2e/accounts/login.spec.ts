import { DRIVER, expect, onPhone, PASSWORD, test, toastOf } from "../support/test";

test("a driver logs in, and out again", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Log In" }).click();
  await page.getByLabel("Email").fill(DRIVER);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(/\/driving-profile$/);
  await expect(toastOf(page)).toContainText("Welcome back!");
  await expect(page.getByText("Welcome Dana")).toBeVisible();
  // It covers the corner that Logout is in for as long as it stays.
  await toastOf(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto("/driving-profile");
  await expect(page).toHaveURL(/\/login\?next=/);
});

test("a wrong password and an unknown e-mail get the same answer", onPhone, async ({ page }) => {
  await page.goto("/login");
  for (const email of [DRIVER, "nobody@lanewise.test"]) {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Log In" }).click();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("Login Failed");
    await expect(alert).toContainText("Invalid email or password.");
    await expect(page.getByLabel("Email")).toHaveValue(email);
  }
});

test("logging in asks for both fields", onPhone, async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByText("Please enter both email and password.")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
});
