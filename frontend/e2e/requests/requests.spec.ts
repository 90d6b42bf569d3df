import { expectToastBehind } from "../support/desk";
import { screenChecker } from "../support/screens";
import { expect, onPhone, type Page, test, toastOf, journeyOnPhone } from "../support/test";

test.describe.configure({ timeout: 60_000 });

const dialog = (page: Page) => page.getByRole("dialog");
const openMissing = (page: Page) =>
  page.getByRole("button", { name: "Are we Missing any Tickets?" }).click();
const openTexts = (page: Page) => page.getByRole("button", { name: "Text notifications" }).click();

test(
  "a driver reports a missing ticket in two steps and sees the result",
  journeyOnPhone,
  async ({ page, api, context }, info) => {
    const shot = screenChecker(page, info);
    const { email, id } = await api.signUp();
    await page.goto("/driving-profile");
    await openMissing(page);
    const next = dialog(page).getByRole("button", { name: "Continue" });
    await expect(next).toBeDisabled();
    await shot("missing-1");
    await dialog(page).getByLabel("State where you got the ticket").selectOption("Nevada");
    await next.click();
    for (const kind of ["Traffic ticket", "Red light ticket", "Speeding ticket", "Parking ticket"])
      await expect(dialog(page).getByLabel(kind)).toBeVisible();
    const submit = dialog(page).getByRole("button", { name: "Submit Report" });
    await expect(submit).toBeDisabled();
    await dialog(page).getByLabel("Red light ticket").check();
    await shot("missing-2");
    await page.route("**/api/missing-ticket-reports", (route) => route.abort());
    await submit.click();
    const failed = "Failed to submit report. Please try again.";
    await expect(dialog(page).getByRole("alert")).toHaveText(failed);
    await expect(page.locator("li").getByText(failed)).toBeVisible();
    await expect(dialog(page).getByLabel("Red light ticket")).toBeChecked();
    await page.unroute("**/api/missing-ticket-reports");
    await submit.click();
    await expect(toastOf(page)).toContainText("Missing Ticket Reported");
    await expect(dialog(page)).toBeHidden();
    const reports = page
      .getByRole("heading", { name: "Missing tickets you reported" })
      .locator("../..");
    await expect(reports).toContainText("Red light ticket in Nevada");
    await expect(reports).toContainText("Pending");
    // The reopened dialog is empty.
    await openMissing(page);
    await expect(dialog(page).getByLabel("State where you got the ticket")).toHaveValue("");
    await page.keyboard.press("Escape");
    await api.logIn("admin@lanewise.test");
    const [report] = await api.get<{ id: number }[]>(`/api/missing-ticket-reports?userId=${id}`);
    await api.patch(`/api/missing-ticket-reports/${report?.id}`, { status: "Found" });
    await context.clearCookies();
    await api.logIn(email);
    await page.goto("/driving-profile");
    await expect(reports).toContainText(
      "We found this ticket. It’ll be on your profile once we add it to your record.",
    );
    await reports.scrollIntoViewIfNeeded();
    await shot("reports");
  },
);

test(
  "a driver turns texts on and off, and the form keeps the number after a failed request",
  journeyOnPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    await api.signUp();
    await page.goto("/driving-profile");
    await openTexts(page);
    const send = dialog(page).getByRole("button", { name: "Turn on texts" });
    await expect(send).toBeDisabled();
    const phone = dialog(page).getByLabel("Phone");
    await phone.pressSequentially("555x987");
    await send.click();
    await expect(dialog(page)).toContainText("Please enter all 10 digits.");
    await expect(phone).toBeFocused();
    await shot("texts");
    await phone.pressSequentially("6543");
    await expect(phone).toHaveValue("(555) 987-6543");
    await page.route("**/api/text-notifications", (route) => route.abort());
    await send.click();
    const failed = "Failed to submit text notification request. Please try again.";
    await expect(dialog(page).getByRole("alert")).toHaveText(failed);
    await expect(page.locator("li").getByText(failed)).toBeVisible();
    await expect(phone).toHaveValue("(555) 987-6543");
    await page.unroute("**/api/text-notifications");
    await send.click();
    await expectToastBehind(page, "Text Notification Request Submitted");
    await expectToastBehind(page, "You'll receive a text when your case status changes.");
    // Nothing else is sent to the number before the code is confirmed.
    await expect(dialog(page)).toHaveAccessibleName("Confirm Your Number");
    const code = dialog(page).getByLabel("Code");
    await code.fill("12");
    await dialog(page).getByRole("button", { name: "Confirm" }).click();
    await expect(code).toHaveAccessibleDescription(/code/);
    await expect(code).toBeFocused();
    await shot("texts-code");
    await page.keyboard.press("Escape");
    await openTexts(page);
    await expect(dialog(page)).toContainText("(555) 987-6543");
    await shot("texts-on");
    await dialog(page)
      .getByRole("button", { name: /^Turn off/ })
      .click();
    await expect(dialog(page).getByRole("heading", { name: "Your numbers for texts" })).toHaveCount(
      0,
    );
  },
);

test(
  "a vehicle that fails to save shows an error, stays in the form and can be saved again",
  onPhone,
  async ({ page, api }) => {
    const { item } = await api.logInToPay("parking");
    await page.goto("/driving-profile");
    await page.getByRole("button", { name: /^Change vehicle information/ }).click();
    const save = dialog(page).getByRole("button", { name: "Save" });
    await dialog(page).getByLabel("License plate").fill("  ");
    await expect(save).toBeDisabled();
    await dialog(page).getByLabel("License plate").fill(" abc 77 ");
    await page.route("**/api/users/*", (route) => route.abort());
    await save.click();
    await expect(
      page.locator("li").getByText("Failed to update vehicle information. Please try again."),
    ).toBeVisible();
    await expect(dialog(page).getByLabel("License plate")).toHaveValue("abc 77 ");
    await page.unroute("**/api/users/*");
    await save.click();
    await expect(toastOf(page)).toContainText("Vehicle Information Updated");
    await expect(toastOf(page)).toContainText("Your parking tickets are now available to view.");
    await expect(page.getByText("ABC 77")).toBeVisible();
    expect(item.id).toBeGreaterThan(0);
  },
);

test(
  "a driver enters SSN digits for a license status check",
  journeyOnPhone,
  async ({ page, api }, info) => {
    const { id } = await api.signUp({ state: "Texas" });
    await page.goto("/driving-profile");
    await page.getByRole("button", { name: "Update Status" }).click();
    await expect(dialog(page)).toHaveAccessibleName("Verify Your Identity");
    const digits = dialog(page).getByLabel("Last 4 digits of your SSN");
    const submit = dialog(page).getByRole("button", { name: "Submit" });
    await expect(submit).toBeDisabled();
    await digits.pressSequentially("1x2");
    await expect(digits).toHaveValue("12");
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByRole("alert")).toHaveText(
      "Invalid SSNPlease enter exactly 4 digits.",
    );
    await screenChecker(page, info)("identity-4");
    await digits.fill("8291");
    const call = `**/api/users/${id}/request-status`;
    await page.route(call, (route) => route.abort());
    await submit.click();
    await expect(
      page.locator("li").getByText("Failed to submit status request. Please try again."),
    ).toBeVisible();
    await expect(digits).toHaveValue("8291");
    await page.unroute(call);
    await page.keyboard.press("Enter");
    await expect(toastOf(page)).toContainText("Status Request Submitted");
    await expect(toastOf(page)).toContainText(
      "We'll review your information and update your driving status.",
    );
    await expect(dialog(page)).toBeHidden();
  },
);
