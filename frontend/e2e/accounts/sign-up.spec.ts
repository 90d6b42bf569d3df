import {
  expect,
  NEWCOMER,
  newEmail,
  PASSWORD,
  test,
  toastOf,
  journeyOnPhone,
} from "../support/test";

const next = "Continue";

test(
  "a driver signs up in five steps and lands on the profile",
  journeyOnPhone,
  async ({ page }) => {
    const email = newEmail();
    await page.goto("/");
    await page.getByRole("link", { name: "Sign Up" }).click();
    await expect(page.getByText("Step 1 of 5")).toBeVisible();
    await page.getByLabel("Full Name").fill(NEWCOMER.fullName);
    await page.getByLabel("State").selectOption(NEWCOMER.state);
    await page.getByLabel("Driver's License Number").fill(NEWCOMER.driversLicenseNumber);
    await page.getByLabel("Date of Birth").fill(NEWCOMER.dateOfBirth);
    await page.getByRole("button", { name: next }).click();
    await expect(page.getByText("Step 2 of 5")).toBeVisible();
    await page.getByRole("button", { name: next }).click();
    await expect(page.getByText("Step 3 of 5")).toBeVisible();
    await page.getByLabel("Phone Number").pressSequentially("5551234567");
    await expect(page.getByLabel("Phone Number")).toHaveValue("(555) 123-4567");
    await page.getByRole("button", { name: next }).click();
    await expect(page.getByText("Step 4 of 5")).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Verify Password").fill("something else");
    await page.getByRole("button", { name: next }).click();
    await expect(toastOf(page)).toContainText("Passwords do not match. Please try again.");
    await page.getByLabel("Verify Password").fill(PASSWORD);
    await page.getByRole("button", { name: next }).click();
    await expect(page.getByText("Step 5 of 5")).toBeVisible();
    for (const shown of [NEWCOMER.fullName, NEWCOMER.driversLicenseNumber, email, "(555) 123-4567"])
      await expect(page.getByText(shown, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page).toHaveURL(/\/driving-profile/);
    await expect(toastOf(page)).toContainText("Account Created!");
    await expect(page.getByText("Welcome Robin")).toBeVisible();
    await expect(page.getByRole("button", { name: "Loading Tickets" })).toBeVisible();
  },
);
