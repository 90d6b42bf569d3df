import { DRIVER, expect, PASSWORD, test, toastOf, journeyOnPhone } from "../support/test";

test("a driver logs in and out", journeyOnPhone, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Log In" }).click();
  await page.getByLabel("Email").fill(DRIVER);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(/\/driving-profile$/);
  await expect(toastOf(page)).toContainText("Welcome back!");
  await expect(page.getByText("Welcome Dana")).toBeVisible();
  // Close the toast, because it covers the Logout button.
  await toastOf(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto("/driving-profile");
  await expect(page).toHaveURL(/\/login\?next=/);
});
