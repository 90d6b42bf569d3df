import type { Page } from "@playwright/test";
import { camera } from "./support/screens";
import { ADMIN, type Api, expect, test } from "./support/test";

/** The toast, also behind an open dialog, where it is for the eyes alone: the dialog says the same inside. */
const toastOf = (page: Page) =>
  page
    .getByRole("region", { name: /^Notifications/, includeHidden: true })
    .getByRole("listitem", { includeHidden: true });

/** Ticket management: users, their tickets, and the forms (back-office.md, sections 2, 5 and 8). */
test.describe.configure({ timeout: 60_000 });

/** A driver of this test's own, and staff at the desk with that driver found. */
async function atDesk(page: Page, api: Api) {
  const driver = await api.signUp();
  await api.logIn(ADMIN);
  await page.goto(`/admin?q=${encodeURIComponent(driver.email)}`);
  await expect(page.getByText(`${driver.id}`, { exact: true }).first()).toBeVisible();
  return driver;
}

const drawer = (page: Page) => page.getByRole("dialog");
const users = (page: Page) =>
  page
    .getByRole("table")
    .or(page.getByRole("list", { name: "Users" }))
    .first();

/** A failing call, answered as the server answers what it cannot do now. */
async function failing(page: Page, path: string, method: string) {
  await page.route(`**${path}`, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 503,
          contentType: "application/json",
          body: JSON.stringify({ code: "busy", message: "Lanewise is too busy just now." }),
        })
      : route.fallback(),
  );
}

const working = (page: Page) => page.unrouteAll({ behavior: "ignoreErrors" });

async function expectError(page: Page, description: string) {
  await expect(toastOf(page)).toContainText("Error");
  await expect(toastOf(page)).toContainText(description);
}

async function fillTicket(page: Page) {
  const form = drawer(page);
  await form.getByLabel("Violation Type *").fill("Speeding");
  await form.getByLabel("Date *", { exact: true }).fill("2026-03-01");
  await form.getByLabel("Location *").fill("Main St");
  await form.getByLabel("Amount *").fill("$150");
  await form.getByLabel("Points *").fill("3");
}

test("a ticket is created, edited and removed", async ({ page, api }, info) => {
  const shot = camera(page, info);
  const driver = await atDesk(page, api);
  await shot("desk-users");
  await users(page)
    .getByRole("button", { name: new RegExp(`^${driver.id}(\\s*Robin Park)?$`) })
    .click();
  await expect(page.getByText("No tickets found for this user.")).toBeVisible();
  await page.getByRole("button", { name: "Create Traffic Ticket" }).click();
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
  await expect(form.getByText("Points are a whole number from 0 to 11.")).toBeVisible();
  await form.getByLabel("Points *").fill("3");
  await expect(form.getByLabel("Court Date")).toHaveCount(0);
  await form.getByLabel("Court appearance required").check();
  await form.getByLabel("Court Date").fill("2030-05-01");
  await form.getByLabel("Court Time").fill("9:00 AM");

  await failing(page, "/api/tickets", "POST");
  await form.getByRole("button", { name: "Create Traffic Ticket" }).click();
  await expectError(page, "Failed to create ticket. Please check the form data.");
  await expect(form.getByRole("alert")).toContainText("Lanewise is too busy just now.");
  await expect(form.getByLabel("Location *")).toHaveValue("Main St");
  await working(page);
  await form.getByRole("button", { name: "Create Traffic Ticket" }).click();
  await expect(toastOf(page)).toContainText("Ticket Created");
  await expect(toastOf(page)).toContainText("New traffic ticket has been added successfully.");
  await expect(drawer(page)).toHaveCount(0);

  const tickets = page.getByRole("region", { name: "Tickets of the user" });
  await expect(tickets).toContainText("Main St");
  await shot("desk-tickets");
  await tickets.getByRole("button", { name: /^Edit ticket/ }).click();
  await expect(form.getByRole("heading", { name: "Edit Traffic Ticket" })).toBeVisible();
  await expect(form.getByLabel("Court Time")).toHaveValue("9:00 AM");
  await form.getByRole("button", { name: "Cancel Edit" }).click();
  await expect(drawer(page)).toHaveCount(0);

  await tickets.getByRole("button", { name: /^Edit ticket/ }).click();
  await form.getByLabel("Location *").fill("Elm St");
  await failing(page, "/api/tickets/*", "PATCH");
  await form.getByRole("button", { name: "Save changes" }).click();
  await expectError(page, "Failed to update ticket.");
  await working(page);
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(toastOf(page)).toContainText("Ticket Updated");
  await expect(toastOf(page)).toContainText("Ticket has been updated successfully.");
  await expect(tickets).toContainText("Elm St");
  // Back in create mode, with its defaults.
  await page.getByRole("button", { name: "Create Traffic Ticket" }).click();
  await expect(form.getByLabel("Location *")).toHaveValue("");
  await page.keyboard.press("Escape");

  await tickets.getByRole("button", { name: /^Remove ticket/ }).click();
  await drawer(page).getByRole("button", { name: "Confirm Remove" }).click();
  await expectError(page, "Please enter a result for the ticket removal.");
  await expect(drawer(page).getByLabel("Result")).toBeFocused();
  await shot("desk-remove");
  await drawer(page).getByLabel("Result").fill("Dismissed by the court");
  await failing(page, "/api/tickets/*", "DELETE");
  await drawer(page).getByRole("button", { name: "Confirm Remove" }).click();
  await expectError(page, "Failed to remove ticket.");
  await working(page);
  await drawer(page).getByRole("button", { name: "Confirm Remove" }).click();
  await expect(toastOf(page)).toContainText("Ticket Removed");
  await expect(tickets).toContainText("No tickets found for this user.");
});

test("parking violations and tolls are created", async ({ page, api }, info) => {
  const shot = camera(page, info);
  await atDesk(page, api);
  const form = drawer(page);

  await page.getByRole("button", { name: "Create Parking Violation" }).click();
  await expect(form.getByLabel("Our Processing Fee ($)")).toHaveValue("1.99");
  await expect(form.getByLabel("Status")).toHaveValue("Unpaid");
  await form.getByRole("button", { name: "Create Parking Violation" }).click();
  await expect(toastOf(page)).toContainText("Validation Error");
  await form.getByLabel("Violation Type *").fill("Expired meter");
  await form.getByLabel("Date *", { exact: true }).fill("2026-03-01");
  await form.getByLabel("Location *").fill("Elm St");
  await form.getByLabel("Amount *").fill("$45");
  await failing(page, "/api/parking", "POST");
  await form.getByRole("button", { name: "Create Parking Violation" }).click();
  await expectError(page, "Failed to create parking violation. Please check the form data.");
  await working(page);
  await shot("desk-parking-form");
  await form.getByRole("button", { name: "Create Parking Violation" }).click();
  await expect(toastOf(page)).toContainText("Parking Violation Created");

  await page.getByRole("button", { name: "Create Toll" }).click();
  await expect(form.getByLabel("Our Processing Fee ($)")).toHaveValue("1.50");
  await form.getByLabel("Toll Road *").fill("SH 130");
  await form.getByLabel("Date *", { exact: true }).fill("2026-03-01");
  await form.getByLabel("Amount *").fill("3.50");
  await failing(page, "/api/tolls", "POST");
  await form.getByRole("button", { name: "Create Toll" }).click();
  await expectError(page, "Failed to create toll. Please check the form data.");
  await working(page);
  await form.getByRole("button", { name: "Create Toll" }).click();
  await expect(toastOf(page)).toContainText("Toll Created");
});

test("a user is created, with every required field", async ({ page, api }, info) => {
  const shot = camera(page, info);
  await api.logIn(ADMIN);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Create New User" }).click();
  const form = drawer(page);
  await form.getByRole("button", { name: "Create User" }).click();
  await expect(toastOf(page)).toContainText("Missing Information");
  await expect(toastOf(page)).toContainText("Please fill in all required fields marked with *.");
  await expect(form.getByLabel("Full Name *")).toBeFocused();
  await shot("desk-user-missing");
  await form.getByLabel("Full Name *").fill("Taylor Reed");
  await form.getByLabel("Date of Birth *").fill("1990-01-02");
  await form.getByLabel("Driver's License Number *").fill("TX7654321");
  await form.getByLabel("State *", { exact: true }).selectOption("Texas");
  await form.getByLabel("Phone Number *").fill("555123456789");
  await expect(form.getByLabel("Phone Number *")).toHaveValue("(555) 123-4567");
  const email = `desk-${crypto.randomUUID()}@lanewise.test`;
  await form.getByLabel("Email *").fill(email);
  await form.getByLabel("Password *", { exact: true }).fill("plum-tractor-violet-9");
  await failing(page, "/api/users", "POST");
  await form.getByRole("button", { name: "Create User" }).click();
  await expectError(page, "Failed to create user. Please check the form data.");
  await expect(form.getByLabel("Full Name *")).toHaveValue("Taylor Reed");
  await working(page);
  await form.getByRole("button", { name: "Create User" }).click();
  await expect(toastOf(page)).toContainText("User Created");
  await page.getByRole("searchbox", { name: "Search users" }).fill(email);
  await expect(users(page)).toContainText("Taylor Reed");
  await expect(users(page)).toContainText("Not Set");
  await expect(users(page)).toContainText("Never");
});

test("licence status and Update All", async ({ page, api }) => {
  const driver = await atDesk(page, api);
  const status = page.getByLabel(`License status of user ${driver.id}`);
  await failing(page, "/api/users/*", "PATCH");
  await status.selectOption("suspended");
  await expectError(page, "Failed to update license status.");
  await expect(status).toHaveValue("unknown");
  await working(page);
  await status.selectOption("suspended");
  await expect(toastOf(page)).toContainText("License status is now Suspended.");
  await expect(status).toHaveValue("suspended");
  const profile = await api.get<{ status: string }>(`/api/driving-profile/${driver.id}`);
  expect(profile.status).toBe("Suspended");

  const update = page.getByRole("button", { name: `Update All for user ${driver.id}` });
  await failing(page, "/api/admin/bulk-update/*", "POST");
  await update.click();
  await expectError(page, "Failed to update user data.");
  await working(page);
  await expect(users(page)).toContainText("Never");
  await update.click();
  await expect(toastOf(page)).toContainText("Update Complete");
  await expect(toastOf(page)).toContainText(/was last updated \w+ \d+, \d{4}/);
  await expect(users(page)).not.toContainText("Never");
});

test("the search finds by id and licence number, or says that there is nobody", async ({
  page,
  api,
}) => {
  await api.logIn(ADMIN);
  await page.goto("/admin");
  const search = page.getByRole("searchbox", { name: "Search users" });
  await search.fill("nobody-has-this-number");
  await expect(page.getByText("No users found matching your search.")).toBeVisible();
  await search.fill("1");
  await expect(users(page)).toContainText("admin");
  await expect(page).toHaveURL(/q=1/);
  await page.getByRole("button", { name: "Search Users in Database" }).click();
  await expect(search).toHaveCount(0);
  const overview = page.getByRole("button", { name: "Figures" });
  await overview.click();
  await page.reload();
  await expect(overview).toHaveAttribute("aria-expanded", "false");
  await expect(page.getByRole("heading", { name: "Revenue by day" })).toHaveCount(0);
});

test("requests for texts are listed and marked solved", async ({ page, api }, info) => {
  const shot = camera(page, info);
  const driver = await api.signUp();
  const asked = await api.post("/api/text-notifications", {
    userId: driver.id,
    phoneNumber: "5550001122",
  });
  const { id } = (await asked.json()) as { id: number };
  await api.logIn(ADMIN);
  await page.goto("/admin");
  await page.getByRole("button", { name: /^Text Notification Requests \(\d+\)/ }).click();
  const list = page.getByRole("region", { name: /^Text Notification Requests/ });
  await expect(list).toContainText("(555) 000-1122");
  await expect(list).toContainText("Not sent");
  await expect(list).toContainText("Pending");
  const toggle = list.getByRole("switch", { name: `Mark Solved: request ${id}` });
  await failing(page, "/api/admin/mark-solved/**", "PATCH");
  await toggle.click();
  await expectError(page, "Failed to update status.");
  await expect(toggle).not.toBeChecked();
  await working(page);
  await toggle.click();
  await expect(toastOf(page)).toContainText("Request marked as solved");
  await expect(toggle).toBeChecked();
  await shot("desk-texts");
  await toggle.click();
  await expect(toastOf(page)).toContainText("Request marked as unsolved");
});

test("no requests for texts", async ({ page, api }) => {
  await api.logIn(ADMIN);
  await page.route("**/api/text-notifications?*", (route) => route.fulfill({ json: [] }));
  await page.goto("/admin");
  await page.getByRole("button", { name: /^Text Notification Requests/ }).click();
  await expect(page.getByText("No text notification requests found.")).toBeVisible();
});

test("one page per driver: facts, items and a timeline", async ({ page, api }, info) => {
  const shot = camera(page, info);
  const driver = await api.signUp();
  await api.post("/api/help-inquiries", {
    userId: driver.id,
    type: "chat",
    message: "Hello there",
  });
  await api.post("/api/missing-ticket-reports", {
    userId: driver.id,
    state: "Texas",
    ticketType: "Parking ticket",
  });
  await api.logIn(ADMIN);
  await api.post("/api/tolls", {
    userId: driver.id,
    tollRoad: "SH 130",
    date: "2026-03-01",
    amount: "3.50",
  });
  await page.goto(`/admin/users/${driver.id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Robin Park" })).toBeVisible();
  const timeline = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { level: 2, name: "Timeline" }) });
  await expect(timeline).toContainText("Toll filed: SH 130");
  await expect(timeline).toContainText("Missing ticket reported: Parking ticket");
  await expect(timeline).toContainText("Hello there");
  await expect(timeline).toContainText("User created");
  await shot("desk-driver");

  await timeline.getByRole("button", { name: "Reports" }).click();
  await expect(timeline.getByRole("listitem")).toHaveCount(1);
  await expect(page).toHaveURL(/kinds=report/);
  await page.reload();
  await expect(timeline.getByRole("listitem")).toHaveCount(1);
  await timeline.getByRole("button", { name: "Reports" }).click();

  await page.getByRole("button", { name: "New ticket" }).click();
  await fillTicket(page);
  await drawer(page).getByRole("button", { name: "Create Traffic Ticket" }).click();
  await expect(toastOf(page)).toContainText("Ticket Created");
  await expect(timeline).toContainText("Ticket filed: Speeding");

  await page.getByRole("button", { name: /^Edit toll/ }).click();
  await drawer(page).getByLabel("Status").selectOption("Overdue");
  await drawer(page).getByRole("button", { name: "Save changes" }).click();
  await expect(toastOf(page)).toContainText("Toll Updated");
  await expect(timeline).toContainText("Item changed (toll");

  await page.getByRole("button", { name: "Edit", exact: true }).first().click();
  await drawer(page).getByLabel("Points", { exact: true }).fill("101");
  await drawer(page).getByRole("button", { name: "Save changes" }).click();
  await expect(drawer(page).getByText("A whole number from 0 to 100.")).toBeVisible();
  await drawer(page).getByLabel("Points", { exact: true }).fill("4");
  await drawer(page).getByLabel("Vehicle plate").fill("abc 123");
  await drawer(page).getByRole("button", { name: "Save changes" }).click();
  await expect(drawer(page).getByRole("alert").first()).toBeVisible();
  await drawer(page).getByLabel("Vehicle state").selectOption("Texas");
  await shot("desk-driver-edit");
  await drawer(page).getByRole("button", { name: "Save changes" }).click();
  await expect(toastOf(page)).toContainText("Driver Updated");
  await expect(page.getByText("4 of 11")).toBeVisible();
  await expect(page.getByText("ABC 123")).toBeVisible();
});

test("what was paid long ago is still there to be mended", async ({ page, api }) => {
  await api.logIn(ADMIN);
  const shown = await api.get<{ id: number }[]>("/api/tickets/22");
  const all = await api.get<{ id: number }[]>("/api/tickets/22?all=true");
  expect(all.length).toBeGreaterThan(shown.length);
  await page.goto("/admin/users/22");
  const tickets = page.getByRole("region", { name: "Tickets of the user" });
  const old = all.find(({ id }) => !shown.some((one) => one.id === id));
  await tickets.getByRole("button", { name: `Edit ticket ${old?.id}` }).click();
  await expect(drawer(page).getByRole("button", { name: "Save changes" })).toBeVisible();
});

test("a number that is nobody's has a page that says so", async ({ page, api }) => {
  await api.logIn(ADMIN);
  for (const path of ["/admin/users/999999", "/admin/users/x"]) {
    await page.goto(path);
    await expect(page.getByText("There is no user with this number")).toBeVisible();
  }
});

test("at the desk by keyboard alone", async ({ page, api }, info) => {
  test.skip(info.project.name === "phone", "a phone has no keyboard");
  const driver = await atDesk(page, api);
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search users" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Tickets of the user" })).toContainText(
    `#${driver.id}`,
  );
  await page.getByRole("button", { name: "New ticket" }).focus();
  await page.keyboard.press("Enter");
  await expect(drawer(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "New ticket" })).toBeFocused();
});

test("of two who edit one ticket the second is shown what the first has saved", async ({
  page,
  api,
  browser,
}, info) => {
  const shot = camera(page, info);
  const driver = await atDesk(page, api);
  const made = await api.post("/api/tickets", {
    userId: driver.id,
    violationType: "Speeding",
    date: "2026-03-01",
    location: "Main St",
    amount: "$150",
    points: 2,
    category: "speeding",
  });
  expect(made.status()).toBe(201);
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
  const changes = form.getByRole("region", { name: "Changed meanwhile" });
  await expect(changes).toContainText("changed this meanwhile");
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
});
