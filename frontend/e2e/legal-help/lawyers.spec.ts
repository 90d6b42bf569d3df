import { Api, ADMIN, expect, newEmail, onDesktop, PASSWORD, test, toastOf } from "../support/test";
import { screenChecker } from "../support/screens";
import { invitationFor, STAFF_PASSWORD } from "../support/staff";

test.describe.configure({ timeout: 120_000 });

test(
  "staff add, invite and deactivate a lawyer, whose session then ends immediately",
  onDesktop,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const email = newEmail();
    // A name that no other test uses. No test driver lives in the lawyer's state, so the lawyer gets no other test's
    // case.
    const name = `Vera Stone ${email.slice(4, 12)}`;
    await api.logIn(ADMIN);
    await page.goto("/admin/lawyers");
    await expect(page.getByText("Daniel Ortega")).toBeVisible();
    await shot("admin-lawyers");
    await page.getByRole("button", { name: "Add lawyer" }).click();
    const form = page.getByRole("dialog", { name: "Add a lawyer" });
    await expect(form.getByLabel("Name", { exact: true })).toBeFocused();
    await form.getByRole("button", { name: "Add lawyer" }).click();
    await expect(form.getByText("Enter the name that drivers see.")).toBeVisible();
    await expect(form.getByLabel("Name", { exact: true })).toBeFocused();
    await shot("admin-lawyer-form");
    await form.getByLabel("Name", { exact: true }).fill(name);
    await form.getByLabel("Law firm").fill("Stone & Daughters");
    await form.getByLabel("Email").fill(email);
    await form.getByLabel("Phone").pressSequentially("3075550142");
    await form.getByLabel("Name on the trust account").fill("Stone IOLTA");
    await form.getByLabel("State of the license").selectOption("Wyoming");
    await form.getByLabel("License number").fill(`7-${email.slice(4, 12)}`);
    await form.getByLabel("State", { exact: true }).selectOption("Wyoming");
    await form.getByRole("button", { name: "Add lawyer" }).click();
    await expect(form).toBeHidden();
    await expect(toastOf(page)).toContainText("Lawyer Added");

    await page.getByRole("button", { name: `Invite ${name}` }).click();
    const invite = page.getByRole("dialog");
    await invite.getByLabel("Your password").fill(PASSWORD);
    await invite.getByRole("button", { name: "Invite" }).click();
    await expect(toastOf(page)).toContainText("Invitation Sent");
    const token = await invitationFor(page, email);

    const context = await browser.newContext({ baseURL, serviceWorkers: "block" });
    const lawyer = await context.newPage();
    await lawyer.goto(`/invitation#${token}`);
    await expect(lawyer.getByRole("heading", { name: "Join Lanewise as a lawyer" })).toBeVisible();
    await expect(lawyer.getByLabel("Full name")).toHaveValue(name);
    await lawyer.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
    await lawyer.getByLabel("Verify password").fill(STAFF_PASSWORD);
    await lawyer.getByRole("button", { name: "Join Lanewise" }).click();
    await lawyer.getByLabel("Email").fill(email);
    await lawyer.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
    await lawyer.getByRole("button", { name: "Log In" }).click();
    await expect(lawyer).toHaveURL(/\/lawyer$/);
    await expect(lawyer.getByText("No cases yet")).toBeVisible();
    await screenChecker(lawyer, info)("lawyer-empty");
    // A lawyer is neither a driver nor staff.
    await lawyer.goto("/driving-profile");
    await expect(lawyer).toHaveURL(/\/lawyer$/);
    await lawyer.goto("/account");
    await expect(lawyer.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();

    await page.reload();
    await page.getByRole("button", { name: `Deactivate ${name}` }).click();
    const ask = page.getByRole("dialog");
    await expect(ask.getByText("They have no open cases.")).toBeVisible();
    await ask.getByRole("button", { name: "Deactivate" }).click();
    await expect(ask).toBeHidden();
    await expect(page.getByRole("button", { name: `Activate ${name}` })).toBeFocused();
    const session = await new Api(context).post("/api/session/extend", {});
    expect(session.status()).toBe(401);
    await context.close();
  },
);

test("drivers and staff can't open the lawyers' pages", onDesktop, async ({ page, api }) => {
  await api.signUp();
  await page.goto("/lawyer");
  await expect(page.getByText("This area is for lawyers")).toBeVisible();
  await api.logIn(ADMIN);
  await page.goto("/lawyer/cases/1");
  await expect(page.getByText("This area is for lawyers")).toBeVisible();
});
