import { ADMIN, cardOf, DRIVER, expect, onDesktop, test } from "../support/test";

/** Runs at both widths, because dialogs are sheets on a phone and windows on a desktop. */
test("Back closes a dialog first and leaves the screen second", async ({ page, api }) => {
  await api.logIn(DRIVER);
  await page.goto("/payments");
  await page.getByRole("link", { name: "Profile", exact: true }).click();
  await expect(page).toHaveURL(/\/driving-profile/);
  const details = cardOf(page, "Traffic Tickets").getByRole("button", { name: /^See all details/ });
  const dialog = page.getByRole("dialog");
  await details.first().click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/driving-profile/);
  await expect(details.first()).toBeFocused();

  // Forward shows the screen without the dialog. A dialog closed with its button adds no history step.
  await page.goForward();
  await expect(dialog).toBeHidden();
  await details.first().click();
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/payments/);
});

test("a link in a dialog opens its page, and Back returns to the screen without the dialog", async ({
  page,
  api,
}) => {
  const { item } = await api.logInToPay("ticket");
  await page.goto("/payments");
  await page.getByRole("link", { name: "Profile", exact: true }).click();
  await page.locator(`main a[href*="type=ticket"][href*="id=${item.id}"]`).first().click();
  await expect(page.getByRole("heading", { name: "Your Ticket" })).toBeVisible();
  await page.getByRole("button", { name: "Dispute" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(new RegExp(`type=lawyer.*id=${item.id}`));
  // Wait until the dialog is hidden, because going back earlier would return to the dialog.
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Your Ticket" })).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/driving-profile/);
});

test("Back asks before it closes a form with unsaved changes", onDesktop, async ({ page, api }) => {
  await api.logIn(ADMIN);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Create Traffic Ticket" }).click();
  const form = page.getByRole("dialog", { name: "Create Traffic Ticket" });
  await form.getByLabel("Violation Type *").fill("Speeding");
  await page.goBack();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(form.getByLabel("Violation Type *")).toHaveValue("Speeding");
  await page.goBack();
  await question.getByRole("button", { name: "Discard draft" }).click();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/\/admin$/);
});
