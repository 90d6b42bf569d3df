import type { Locator } from "@playwright/test";
import {
  openDeskWithDriver,
  drawer,
  expectError,
  failCalls,
  fillTicket,
  toastOf,
  users,
  restoreCalls,
} from "../support/admin";
import { screenChecker } from "../support/screens";
import {
  ADMIN,
  type Api,
  expect,
  onDesktop,
  PASSWORD,
  type Page,
  test,
  journeyOnDesktop,
} from "../support/test";

test.describe.configure({ timeout: 60_000 });

/** Chooses the driver in a form that was opened without a user. */
async function pickDriver(form: Locator, driver: { id: number; email: string }) {
  await form.getByLabel("User *").fill(driver.email);
  await form.getByRole("option", { name: `#${driver.id}` }).click();
}

test("staff create, edit and remove a ticket", journeyOnDesktop, async ({ page, api }, info) => {
  const shot = screenChecker(page, info);
  const driver = await openDeskWithDriver(page, api);
  await shot("desk-users");
  await users(page)
    .getByRole("button", { name: new RegExp(`^${driver.id}(\\s*Robin Park)?$`) })
    .click();
  await expect(page.getByText("No tickets found for this user.")).toBeVisible();
  await page.getByRole("button", { name: "New ticket" }).click();
  const form = drawer(page);
  await expect(form.getByRole("heading", { name: "Create Traffic Ticket" })).toBeVisible();
  await expect(form.getByLabel("User *")).toHaveValue(`Robin Park (#${driver.id})`);
  await expect(form.getByLabel("Points *")).toHaveValue("0");
  await expect(form.getByLabel("Our Processing Fee ($)")).toHaveValue("2.99");
  await expect(form.getByLabel("Processing Fee Amount ($)")).toHaveValue("0.00");
  await form.getByLabel("Processing Fee Type").selectOption("percentage");
  await expect(form.getByLabel("Processing Fee Amount (%)")).toBeVisible();
  await shot("desk-ticket-form");

  await form.getByRole("button", { name: "Create Traffic Ticket" }).click();
  await expect(toastOf(page)).toContainText("Validation Error");
  await expect(toastOf(page)).toContainText("Please fill in all required fields correctly.");
  await expect(form.getByLabel("Violation Type *")).toBeFocused();
  await expect(form.getByText("Violation Type is required")).toBeVisible();
  await shot("desk-ticket-missing");

  await fillTicket(page);
  await form.getByLabel("Points *").fill("12");
  await form.getByRole("button", { name: "Create Traffic Ticket" }).click();
  await expect(form.getByText("Enter a whole number from 0 to 11.")).toBeVisible();
  await form.getByLabel("Points *").fill("3");
  await expect(form.getByLabel("Court Date")).toHaveCount(0);
  await form.getByLabel("Court appearance required").check();
  await form.getByLabel("Court Date").fill("2030-05-01");
  await form.getByLabel("Court Time").fill("9:00 AM");

  await failCalls(page, "/api/tickets", "POST");
  await form.getByRole("button", { name: "Create Traffic Ticket" }).click();
  await expectError(page, "Failed to create ticket. Please check the form data.");
  await expect(form.getByRole("alert")).toContainText("Lanewise is too busy just now.");
  await expect(form.getByLabel("Location *")).toHaveValue("Main St");
  await restoreCalls(page);
  await form.getByRole("button", { name: "Create Traffic Ticket" }).click();
  await expect(toastOf(page)).toContainText("Ticket Created");
  await expect(toastOf(page)).toContainText("New traffic ticket has been added successfully.");
  await expect(drawer(page)).toHaveCount(0);

  const tickets = page.getByRole("region", { name: "This user’s tickets" });
  await expect(tickets).toContainText("Main St");
  await shot("desk-tickets");
  await tickets.getByRole("button", { name: /^Edit ticket/ }).click();
  await expect(form.getByRole("heading", { name: "Edit Traffic Ticket" })).toBeVisible();
  await expect(form.getByLabel("Court Time")).toHaveValue("9:00 AM");
  await form.getByRole("button", { name: "Cancel Edit" }).click();
  await expect(drawer(page)).toHaveCount(0);

  await tickets.getByRole("button", { name: /^Edit ticket/ }).click();
  await form.getByLabel("Location *").fill("Elm St");
  await failCalls(page, "/api/tickets/*", "PATCH");
  await form.getByRole("button", { name: "Save changes" }).click();
  await expectError(page, "Failed to update ticket.");
  await restoreCalls(page);
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(toastOf(page)).toContainText("Ticket Updated");
  await expect(toastOf(page)).toContainText("Ticket has been updated successfully.");
  await expect(tickets).toContainText("Elm St");
  // The New ticket button opens an empty form with its defaults.
  await page.getByRole("button", { name: "New ticket" }).click();
  await expect(form.getByLabel("Location *")).toHaveValue("");
  await page.keyboard.press("Escape");

  await tickets.getByRole("button", { name: /^Remove ticket/ }).click();
  await drawer(page).getByRole("button", { name: "Confirm Remove" }).click();
  await expectError(page, "Please enter a result for the ticket removal.");
  await expect(drawer(page).getByLabel("Result")).toBeFocused();
  await shot("desk-remove");
  await drawer(page).getByLabel("Result").fill("Dismissed by the court");
  await failCalls(page, "/api/tickets/*", "DELETE");
  await drawer(page).getByRole("button", { name: "Confirm Remove" }).click();
  await expectError(page, "Failed to remove ticket.");
  await restoreCalls(page);
  await drawer(page).getByRole("button", { name: "Confirm Remove" }).click();
  await expect(toastOf(page)).toContainText("Ticket Removed");
  await expect(tickets).toContainText("No tickets found for this user.");
});

test("staff create a parking ticket and a toll", onDesktop, async ({ page, api }, info) => {
  const shot = screenChecker(page, info);
  const driver = await openDeskWithDriver(page, api);
  const form = drawer(page);

  await page.getByRole("button", { name: "Create Parking Violation" }).click();
  await expect(form.getByLabel("Our Processing Fee ($)")).toHaveValue("1.99");
  await expect(form.getByLabel("Status")).toHaveValue("Unpaid");
  await form.getByRole("button", { name: "Create Parking Violation" }).click();
  await expect(toastOf(page)).toContainText("Validation Error");
  await expect(form.getByText("User is required")).toBeVisible();
  await pickDriver(form, driver);
  await form.getByLabel("Violation Type *").fill("Expired meter");
  await form.getByLabel("Date *", { exact: true }).fill("2026-03-01");
  await form.getByLabel("Location *").fill("Elm St");
  await form.getByLabel("Amount *").fill("$45");
  await failCalls(page, "/api/parking", "POST");
  await form.getByRole("button", { name: "Create Parking Violation" }).click();
  await expectError(page, "Failed to create parking violation. Please check the form data.");
  await restoreCalls(page);
  await shot("desk-parking-form");
  await form.getByRole("button", { name: "Create Parking Violation" }).click();
  await expect(toastOf(page)).toContainText("Parking Violation Created");

  await page.getByRole("button", { name: "Create Toll" }).click();
  await expect(form.getByLabel("Our Processing Fee ($)")).toHaveValue("1.50");
  await pickDriver(form, driver);
  await form.getByLabel("Toll Road *").fill("SH 130");
  await form.getByLabel("Date *", { exact: true }).fill("2026-03-01");
  await form.getByLabel("Amount *").fill("3.50");
  await failCalls(page, "/api/tolls", "POST");
  await form.getByRole("button", { name: "Create Toll" }).click();
  await expectError(page, "Failed to create toll. Please check the form data.");
  await restoreCalls(page);
  await form.getByRole("button", { name: "Create Toll" }).click();
  await expect(toastOf(page)).toContainText("Toll Created");
});

test(
  "staff must enter a result to remove a parking ticket or a toll",
  onDesktop,
  async ({ page, api }) => {
    const driver = await openDeskWithDriver(page, api);
    const dated = { userId: driver.id, date: "2026-03-01", amount: "$45" };
    const parking = { ...dated, violationType: "Expired meter", location: "Elm St" };
    expect((await api.post("/api/parking", parking)).status()).toBe(201);
    expect((await api.post("/api/tolls", { ...dated, tollRoad: "SH 130" })).status()).toBe(201);
    await page.goto(`/admin/users/${driver.id}`);
    const dialog = page.getByRole("dialog");
    for (const [name, noun, title] of [
      ["parking", "parking ticket", "Parking Ticket Removed"],
      ["toll", "toll", "Toll Removed"],
    ] as const) {
      const button = page.getByRole("button", { name: new RegExp(`^Remove ${name} `) });
      await button.click();
      await dialog.getByRole("button", { name: "Confirm Remove" }).click();
      await expect(dialog).toContainText(`Please enter a result for the ${noun} removal.`);
      await dialog.getByLabel("Result").fill("Dismissed by the city");
      await dialog.getByRole("button", { name: "Confirm Remove" }).click();
      await expect(toastOf(page).filter({ hasText: title })).toBeVisible();
      await expect(button).toHaveCount(0);
    }
  },
);

test(
  "staff find a driver and open a form with the keyboard alone",
  onDesktop,
  async ({ page, api }) => {
    const driver = await openDeskWithDriver(page, api);
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox", { name: "Search users" })).toBeFocused();
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "This user’s tickets" })).toContainText(
      `#${driver.id}`,
    );
    await page.getByRole("button", { name: "New ticket" }).focus();
    await page.keyboard.press("Enter");
    await expect(drawer(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "New ticket" })).toBeFocused();
  },
);

test(
  "leaving a form with unsaved input asks to keep editing, keep the draft or discard it",
  onDesktop,
  async ({ page, api }) => {
    const driver = await openDeskWithDriver(page, api);
    await page.goto(`/admin/users/${driver.id}`);
    const form = drawer(page);
    const open = () => page.getByRole("button", { name: "New ticket" }).click();
    const confirmDialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await open();
    await form.getByLabel("Location *").fill("Main St");
    await page.keyboard.press("Escape");
    await expect(confirmDialog.getByRole("button", { name: "Keep editing" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(confirmDialog).toHaveCount(0);
    await expect(form.getByLabel("Location *")).toHaveValue("Main St");
    await form.getByRole("button", { name: "Cancel" }).click();
    await confirmDialog.getByRole("button", { name: "Leave and keep draft" }).click();
    await expect(form).toHaveCount(0);
    await open();
    await expect(form.getByText("We restored what you typed.")).toBeVisible();
    await expect(form.getByLabel("Location *")).toHaveValue("Main St");
    await form.getByRole("button", { name: "Cancel" }).click();
    await confirmDialog.getByRole("button", { name: "Discard draft" }).click();
    await expect(form).toHaveCount(0);
    await open();
    await expect(form.getByLabel("Location *")).toHaveValue("");
  },
);

/** Ends the session, reloads the page, and logs in again. */
async function logInAgain(page: Page, api: Api) {
  expect((await api.post("/api/logout", {})).ok()).toBe(true);
  await page.reload();
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Email").fill(ADMIN);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
}

test(
  "when the session has ended, a new login restores the input of an open staff form",
  onDesktop,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    // The browser asks before unsaved input is lost.
    page.on("dialog", (question) => void question.accept());
    const driver = await openDeskWithDriver(page, api);
    const form = drawer(page);
    await page.getByRole("button", { name: "Create Traffic Ticket" }).click();
    await pickDriver(form, driver);
    await fillTicket(page);
    const create = form.getByRole("button", { name: "Create Traffic Ticket" });
    await logInAgain(page, api);
    await expect(form.getByText("We restored what you typed.")).toBeVisible();
    await expect(form.getByLabel("User *")).toHaveValue(`Robin Park (#${driver.id})`);
    await expect(form.getByLabel("Location *")).toHaveValue("Main St");
    await shot("desk-form-back");
    await create.click();
    await expect(toastOf(page)).toContainText("Ticket Created");
    await expect(form).toHaveCount(0);

    // Drafts of existing items are restored too, here on the driver's page. A draft is gone once its form is saved.
    await page.goto(`/admin/users/${driver.id}`);
    await page.getByRole("button", { name: /^Edit ticket/ }).click();
    await form.getByLabel("Location *").fill("Second St");
    // A colleague saves the same ticket first.
    const [seen] = await api.get<{ id: number; version: number }[]>(`/api/tickets/${driver.id}`);
    const theirs = { location: "Theirs", violationType: "Their violation", version: seen?.version };
    await api.patch(`/api/tickets/${seen?.id}`, theirs);
    await logInAgain(page, api);
    await expect(form.getByLabel("Location *")).toHaveValue("Second St");
    await expect(form.getByLabel("Violation Type *")).toHaveValue("Their violation");
    const changes = form.getByRole("region", { name: "Changed in the meantime" });
    await expect(changes).toContainText("Theirs");
    await shot("desk-form-back-changed");
    await form.getByRole("button", { name: "Save changes" }).click();
    await expect(toastOf(page)).toContainText("Ticket Updated");
    await page.reload();
    await expect(page.getByRole("region", { name: "This user’s tickets" })).toContainText(
      "Second St",
    );
    await expect(form).toHaveCount(0);

    // A form opened from a report is also restored. Filing the item marks the report as found.
    const missing = { userId: driver.id, state: "Texas", ticketType: "Speeding ticket" };
    const answer = await api.post("/api/missing-ticket-reports", missing);
    const { id } = (await answer.json()) as { id: number };
    await page.goto(`/admin/missing-tickets?q=${driver.email}&row=${id}`);
    const report = page.getByRole("region", { name: `Report ${id}` });
    await report.getByRole("button", { name: "Create the ticket" }).click();
    await form.getByLabel("Date *", { exact: true }).fill("2026-03-01");
    await form.getByLabel("Amount *").fill("$150");
    await logInAgain(page, api);
    await expect(form.getByLabel("Amount *")).toHaveValue("$150");
    await form.getByRole("button", { name: "Create Traffic Ticket" }).click();
    await expect(report.getByLabel(`Status of report ${id}`)).toHaveValue("Found");
  },
);

test(
  "staff who edit a ticket that a colleague has changed see both versions and choose one",
  onDesktop,
  async ({ page, api, browser }, info) => {
    const shot = screenChecker(page, info);
    const driver = await openDeskWithDriver(page, api);
    const created = await api.post("/api/tickets", {
      userId: driver.id,
      violationType: "Speeding",
      date: "2026-03-01",
      location: "Main St",
      amount: "$150",
      points: 2,
      category: "speeding",
    });
    expect(created.status()).toBe(201);
    await users(page)
      .getByRole("button", { name: new RegExp(`^${driver.id}(\\s*Robin Park)?$`) })
      .click();
    await page.getByRole("button", { name: /^Edit ticket/ }).click();
    const form = drawer(page);
    await form.getByLabel("Location *").fill("Typed by the second");
    await form.getByLabel("Points *").fill("5");

    const other = await browser.newContext({ baseURL: process.env.E2E_URL });
    const second = await other.newPage();
    await other.addCookies(await page.context().cookies());
    await second.goto(`/admin?q=${encodeURIComponent(driver.email)}&row=${driver.id}`);
    await second.getByRole("button", { name: /^Edit ticket/ }).click();
    await second.getByRole("dialog").getByLabel("Location *").fill("Saved by the first");
    await second.getByRole("dialog").getByLabel("Amount *").fill("$175");
    await second.getByRole("button", { name: "Save changes" }).click();
    await expect(second.getByRole("dialog")).toHaveCount(0);
    await other.close();

    await form.getByRole("button", { name: "Save changes" }).click();
    await expectError(page, "Failed to update ticket.");
    const changes = form.getByRole("region", { name: "Changed in the meantime" });
    await expect(changes).toContainText("changed this while you were editing");
    await expect(changes).toContainText("Saved by the first");
    await expect(changes).toContainText("Typed by the second");
    await expect(form.getByLabel("Location *")).toHaveValue("Typed by the second");
    await expect(form.getByLabel("Amount *")).toHaveValue("$175");
    await expect(form.getByLabel("Points *")).toHaveValue("5");
    await shot("desk-conflict");
    await changes.getByRole("button", { name: "Use theirs" }).click();
    await form.getByRole("button", { name: "Save changes" }).click();
    await expect(toastOf(page)).toContainText("Ticket Updated");
    const [ticket] = await api.get<{ location: string; points: number; amount: string }[]>(
      `/api/tickets/${driver.id}`,
    );
    expect(ticket).toMatchObject({ location: "Saved by the first", points: 5, amount: "$175" });
  },
);
