import {
  expectToast,
  expectToastBehind,
  failCalls,
  isPhone,
  limitToDriver,
  test,
} from "../support/desk";
import { screenChecker } from "../support/screens";
import { expect, journeyOnDesktop, onDesktop, type Page, toastOf } from "../support/test";

const figure = (page: Page, name: string) =>
  page.getByRole("region", { name: "Totals" }).getByText(name, { exact: true });
const toggle = (page: Page, name: string) =>
  page.getByRole("switch", { name: `Resolved: ${name}` });

/** Expects a table with these column headers. On a phone, there is no table. */
async function expectHeads(page: Page, heads: string[]) {
  if (isPhone(page)) return;
  await expect(page.getByRole("columnheader")).toHaveText(["", ...heads]);
}

test("staff answer, solve and reopen a missing-ticket report", async ({ page, driver }, info) => {
  const shot = screenChecker(page, info);
  const report = async (ticketType: string) => {
    const body = { userId: driver.id, state: "Texas", ticketType };
    const answer = await driver.api.post("/api/missing-ticket-reports", body);
    return ((await answer.json()) as { id: number }).id;
  };
  const [first, second] = [await report("Speeding ticket"), await report("Parking ticket")];
  await limitToDriver(page, "/api/missing-ticket-reports", driver.id);
  await page.goto(`/admin/missing-tickets?q=${driver.email}`);
  await expect(page.getByRole("heading", { level: 1, name: "Missing tickets" })).toBeVisible();
  for (const name of ["Total Reports", "Pending Review", "Resolved"])
    await expect(figure(page, name)).toBeVisible();
  await expectHeads(page, [
    "Report ID",
    "User ID",
    "State",
    "Ticket Type",
    "Reported Date",
    "Status",
    "Resolved",
    "Actions",
  ]);
  const attention = page.getByRole("region", { name: "Requires Attention" });
  await expect(attention.getByRole("listitem")).toHaveCount(2);
  await shot("admin-missing-tickets");

  await attention.getByRole("button", { name: `Mark Found: report ${first}` }).click();
  // The driver has no item that could be the missing ticket.
  const which = page.getByRole("dialog", { name: `Report ${first}: which item did you find?` });
  await expect(which).toContainText("No items on file yet");
  await shot("admin-report-found");
  await which.getByRole("button", { name: "Mark found without an item" }).click();
  await expectToast(
    page,
    "Status Updated",
    "Missing ticket report status has been updated successfully",
  );
  await expect(page.getByLabel(`Status of report ${first}`)).toHaveValue("Found");
  await expect(attention.getByRole("listitem")).toHaveCount(1);
  await attention.getByRole("button", { name: `Mark Not Found: report ${second}` }).click();
  await expect(page.getByLabel(`Status of report ${second}`)).toHaveValue("Not Found");
  await expect(attention).toContainText("No reports need a response.");
  const reopened = page.waitForResponse(`**/api/missing-ticket-reports/${second}`);
  await page.getByLabel(`Status of report ${second}`).selectOption("Pending");
  await reopened;
  await expect(attention.getByRole("listitem")).toHaveCount(1);

  // Marking a report as found also solves it.
  await expect(toggle(page, `report ${first}`)).toBeChecked();
  await toggle(page, `report ${first}`).click();
  await expectToast(page, "Status Updated", "Report marked as unsolved");
  await expect(toggle(page, `report ${first}`)).not.toBeChecked();
  await toastOf(page).getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "Status Updated", "Report marked as solved");
  await expect(toggle(page, `report ${first}`)).toBeChecked();

  const restore = await failCalls(page, /\/api\/(missing-ticket-reports|admin\/mark-solved)\//);
  await page.getByLabel(`Status of report ${first}`).selectOption("Not Found");
  await expectToast(page, "Error", "Failed to update report status");
  await expect(page.getByLabel(`Status of report ${first}`)).toHaveValue("Found");
  await toggle(page, `report ${first}`).click();
  await expectToast(page, "Error", "Failed to update status.");
  await expect(toggle(page, `report ${first}`)).toBeChecked();
  await restore();

  await page.getByRole("button", { name: new RegExp(`^${first}\\b`) }).click();
  const drawer = page.getByRole("region", { name: `Report ${first}` });
  await expect(drawer).toContainText("Speeding ticket");
  await expect(drawer.getByRole("link", { name: `Robin Park #${driver.id}` })).toHaveAttribute(
    "href",
    `/admin/users/${driver.id}`,
  );
  await shot("admin-report-drawer");
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  const back = isPhone(page) ? "Back to Admin" : "Tickets & users";
  await page.getByRole("link", { name: back }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test(
  "staff file a missing ticket from its report, and the driver sees it on the profile",
  onDesktop,
  async ({ page, driver }) => {
    const body = { userId: driver.id, state: "Texas", ticketType: "Speeding ticket" };
    const answer = await driver.api.post("/api/missing-ticket-reports", body);
    const { id } = (await answer.json()) as { id: number };
    await driver.page.goto("/driving-profile");
    // Filing from a report takes three clicks, besides filling in the fields.
    await page.goto(`/admin/missing-tickets?q=${driver.email}&row=${id}`);
    const panel = page.getByRole("region", { name: `Report ${id}` });
    await panel.getByRole("button", { name: "Create the ticket" }).click();
    const form = page.getByRole("dialog", { name: "Create Traffic Ticket" });
    await expect(form.getByLabel("Violation Type *")).toHaveValue("Speeding");
    await expect(form.getByLabel("Location *")).toHaveValue("Texas");
    await form.getByLabel("Date *", { exact: true }).fill("2026-03-01");
    await form.getByLabel("Amount *").fill("$150");
    await form.getByRole("button", { name: "Create Traffic Ticket" }).click();
    await expect(panel).toContainText(/ticket \d+/);
    await expect(panel.getByLabel(`Status of report ${id}`)).toHaveValue("Found");
    await expect(panel.getByRole("button", { name: "Create the ticket" })).toHaveCount(0);
    const stored = await driver.api.get<{ itemKind: string; itemId: number }[]>(
      "/api/missing-ticket-reports",
    );
    expect(stored[0]).toMatchObject({ itemKind: "ticket", status: "Found", isSolved: true });
    await driver.page.reload();
    await expect(
      driver.page.getByText("We found this ticket. It’s on your profile."),
    ).toBeVisible();
  },
);

test(
  "staff reveal the SSN digits and solve a status request in one drawer",
  journeyOnDesktop,
  async ({ page, driver }, info) => {
    const shot = screenChecker(page, info);
    await driver.api.patch(`/api/users/${driver.id}/request-status`, { lastFourSSN: "4821" });
    // Staff would open the request by clicking its row on the desk. The test opens it by URL.
    await page.goto(`/admin/status-requests?q=${driver.email}&row=${driver.id}`);
    const panel = page.getByRole("region", { name: "Robin Park" });
    await panel.getByLabel("Reason").fill("The license office asks for them");
    await panel.getByRole("button", { name: "Reveal SSN digits" }).click();
    await expect(panel.getByLabel("SSN digits", { exact: true })).toHaveText("4821");
    await panel.getByLabel("License status").selectOption("Suspended");
    await panel.getByLabel("Current points").fill("7");
    await shot("admin-status-settle");
    await panel.getByRole("button", { name: "Save, mark solved and erase SSN digits" }).click();
    await expect(panel.getByText("Erased", { exact: true })).toBeVisible();
    await expect(panel).toContainText("Suspended");
    expect(await driver.api.get(`/api/driving-profile/${driver.id}`)).toMatchObject({
      status: "Suspended",
      currentPoints: 7,
    });
  },
);

test(
  "staff mark several reports as solved together, and the URL keeps the filter",
  onDesktop,
  async ({ page, driver }) => {
    for (const ticketType of ["Speeding ticket", "Parking ticket"])
      await driver.api.post("/api/missing-ticket-reports", {
        userId: driver.id,
        state: "Ohio",
        ticketType,
      });
    await page.goto(`/admin/missing-tickets?q=${driver.email}&solved=false`);
    await expect(page.getByText("1–2 of 2")).toBeVisible();
    await page.getByLabel("Select all rows shown").check();
    await page.getByRole("button", { name: "Mark 2 solved" }).click();
    await expectToast(page, "Status Updated", "2 reports marked as solved");
    await expect(page.getByText("No matches.")).toBeVisible();
    await page.getByRole("combobox", { name: "Resolved" }).selectOption("Resolved");
    await expect(page).toHaveURL(/solved=true/);
    await expect(page.getByText("1–2 of 2")).toBeVisible();
    await page.goBack();
    await page.goForward();
    await expect(page.getByText("1–2 of 2")).toBeVisible();
  },
);

test(
  "staff mark a vehicle update as solved and unsolved",
  onDesktop,
  async ({ page, driver }, info) => {
    const shot = screenChecker(page, info);
    await driver.api.patch(`/api/users/${driver.id}`, {
      vehicleLicensePlate: "E2E 42",
      vehicleState: "Texas",
    });
    await limitToDriver(page, "/api/admin/vehicle-updates", driver.id);
    await page.goto(`/admin/vehicle-updates?q=${driver.email}`);
    for (const name of ["Total Vehicle Updates", "With License Plates"])
      await expect(figure(page, name)).toBeVisible();
    await expectHeads(page, [
      "User ID",
      "Full Name",
      "Username",
      "License Plate",
      "Vehicle State",
      "Added On",
      "Actions",
    ]);
    await expect(page.getByRole("region", { name: "Recent Updates" })).toContainText("E2E 42");
    await shot("admin-vehicle-updates");
    const solved = toggle(page, `Robin Park #${driver.id}’s vehicle`);
    await solved.click();
    await expectToast(page, "Status Updated", "Update marked as solved");
    await solved.click();
    await expectToast(page, "Status Updated", "Update marked as unsolved");
    await failCalls(page, /\/api\/admin\/mark-solved\//);
    await solved.click();
    await expectToast(page, "Error", "Failed to update status.");
    await expect(solved).not.toBeChecked();
    await page.getByRole("button", { name: new RegExp(`^${driver.id}\\b`) }).click();
    const drawer = page.getByRole("region", { name: "Robin Park" });
    await drawer.getByRole("switch").click();
    await expect(drawer.getByRole("alert")).toContainText("Failed to update status.");
    await expectToastBehind(page, "Failed to update status.");
  },
);

test(
  "staff must give a reason to reveal SSN digits, which are erased when the request is solved",
  onDesktop,
  async ({ page, driver }, info) => {
    const shot = screenChecker(page, info);
    await driver.api.patch(`/api/users/${driver.id}/request-status`, { lastFourSSN: "4821" });
    await limitToDriver(page, "/api/admin/status-requests", driver.id);
    await page.goto(`/admin/status-requests?q=${driver.email}`);
    for (const name of ["Total Requests", "States Represented", "With License Numbers"])
      await expect(figure(page, name)).toBeVisible();
    await expectHeads(page, [
      "User ID",
      "Full Name",
      "Username",
      "State",
      "License Number",
      "Last 4 SSN",
      "Requested At",
      "Actions",
    ]);
    // Find the driver's own row, because other tests may add requests at the same time.
    const reveal = page.getByRole("button", {
      name: `Reveal Robin Park #${driver.id}’s SSN digits`,
    });
    const own = page.locator("tr, li").filter({ has: reveal });
    await expect(own.getByText("****", { exact: true })).toBeVisible();
    await expect(page.getByRole("region", { name: "Recent Requests" })).toContainText("TX12345678");
    await shot("admin-status-requests");

    await reveal.click();
    const dialog = page.getByRole("dialog", {
      name: `Reveal Robin Park #${driver.id}’s SSN digits`,
    });
    await dialog.getByLabel("Reason").fill("too short");
    await dialog.getByRole("button", { name: "Reveal" }).click();
    await expect(dialog).toContainText("Enter a reason of at least 10 characters.");
    await expect(dialog.getByLabel("Reason")).toBeFocused();
    await shot("admin-reveal");
    const restore = await failCalls(page, /\/reveal$/, "POST");
    await dialog.getByLabel("Reason").fill("The license office asks for them");
    await dialog.getByRole("button", { name: "Reveal" }).click();
    await expect(dialog.getByRole("alert")).toContainText("We couldn’t load the SSN digits.");
    await expect(dialog.getByLabel("Reason")).toHaveValue("The license office asks for them");
    await restore();
    await dialog.getByRole("button", { name: "Reveal" }).click();
    await expect(dialog.getByLabel("SSN digits", { exact: true })).toHaveText("4821");
    await expect(dialog).toContainText(/Hides in \d+ seconds/);
    await dialog.getByRole("button", { name: "Hide now" }).click();
    await expect(page.getByText("4821")).toHaveCount(0);
    expect(page.url()).not.toContain("4821");

    const solved = toggle(page, `Robin Park #${driver.id}’s request`);
    await solved.click();
    const confirmDialog = page.getByRole("dialog", { name: "Mark this request solved?" });
    await expect(confirmDialog).toContainText("permanently erases");
    await shot("admin-erase");
    await confirmDialog.getByRole("button", { name: "Keep open" }).click();
    await expect(solved).not.toBeChecked();
    await solved.click();
    await confirmDialog.getByRole("button", { name: "Mark solved and erase" }).click();
    await expectToast(page, "Status Updated", "Request marked as solved");
    await expect(toastOf(page).getByRole("button", { name: "Undo" })).toHaveCount(0);
    await expect(page.getByText("Erased", { exact: true }).first()).toBeVisible();
    await solved.click();
    await expectToast(page, "Status Updated", "Request marked as unsolved");
    await expect(page.getByText("Erased", { exact: true })).toBeVisible();
    await failCalls(page, /\/api\/admin\/mark-solved\//);
    await solved.click();
    await expectToast(page, "Error", "Failed to update status.");
  },
);
