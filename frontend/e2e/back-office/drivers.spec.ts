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
import { ADMIN, expect, onDesktop, test, journeyOnDesktop } from "../support/test";

test.describe.configure({ timeout: 60_000 });

test("staff create a user with every required field", onDesktop, async ({ page, api }, info) => {
  const shot = screenChecker(page, info);
  await api.logIn(ADMIN);
  await page.goto("/admin");
  await expect(page.locator("[aria-busy=true]:not(button)")).toHaveCount(0);
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
  await failCalls(page, "/api/users", "POST");
  await form.getByRole("button", { name: "Create User" }).click();
  await expectError(page, "Failed to create user. Please check the form data.");
  await expect(form.getByLabel("Full Name *")).toHaveValue("Taylor Reed");
  await restoreCalls(page);
  await form.getByRole("button", { name: "Create User" }).click();
  await expect(toastOf(page)).toContainText("User Created");
  await page.getByRole("searchbox", { name: "Search users" }).fill(email);
  await expect(users(page)).toContainText("Taylor Reed");
  await expect(users(page)).toContainText("Not Set");
  await expect(users(page)).toContainText("Never");
});

test("staff change the license status and use Update All", onDesktop, async ({ page, api }) => {
  const driver = await openDeskWithDriver(page, api);
  const status = page.getByLabel(`Robin Park #${driver.id}’s license status`);
  await failCalls(page, "/api/users/*", "PATCH");
  const change = page.getByRole("button", { name: "Change to Suspended" });
  await status.selectOption("suspended");
  await change.click();
  await expectError(page, "Failed to update license status.");
  await expect(status).toHaveValue("unknown");
  await restoreCalls(page);
  await status.selectOption("suspended");
  await change.click();
  await expect(toastOf(page)).toContainText("License status is now Suspended.");
  await expect(status).toHaveValue("suspended");
  const profile = await api.get<{ status: string }>(`/api/driving-profile/${driver.id}`);
  expect(profile.status).toBe("Suspended");

  const update = page.getByRole("button", { name: `Update All for Robin Park #${driver.id}` });
  await failCalls(page, "/api/admin/bulk-update/*", "POST");
  await update.click();
  await expectError(page, "Failed to update user data.");
  await restoreCalls(page);
  await expect(users(page)).toContainText("Never");
  await update.click();
  await expect(toastOf(page)).toContainText("Update Complete");
  await expect(toastOf(page)).toContainText(/record is up to date as of \w+ \d+, \d{4}/);
  await expect(users(page)).not.toContainText("Never");

  // After Update All, the driver sees the ticket that staff filed.
  const ticket = { violationType: "Speeding", date: "2026-03-01", location: "Main St", points: 3 };
  const body = { userId: driver.id, amount: "$150", category: "speeding", ...ticket };
  expect((await api.post("/api/tickets", body)).status()).toBe(201);
  await api.logIn(driver.email);
  await page.goto("/driving-profile");
  await expect(page.getByText("Main St").first()).toBeVisible();
});

test(
  "the user search finds a user by id, and shows a message when no user matches",
  onDesktop,
  async ({ page, api }) => {
    const { id, email } = await api.signUp();
    await api.logIn(ADMIN);
    await page.goto("/admin");
    const search = page.getByRole("searchbox", { name: "Search users" });
    await search.fill("nobody-has-this-number");
    await expect(page.getByText("No users found matching your search.")).toBeVisible();
    await search.fill(`${id}`);
    await expect(users(page)).toContainText(email.split("@")[0] ?? email);
    await expect(page).toHaveURL(new RegExp(`q=${id}`));
    await page.getByRole("button", { name: "Search Users in Database" }).click();
    await expect(search).toHaveCount(0);
    const texts = page.getByRole("button", { name: /^Text Notification Requests/ });
    await texts.click();
    await page.reload();
    await expect(texts).toHaveAttribute("aria-expanded", "true");
  },
);

test(
  "requests for text notifications are listed and marked as solved",
  onDesktop,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const driver = await api.signUp();
    const response = await api.post("/api/text-notifications", {
      userId: driver.id,
      phoneNumber: "5550001122",
    });
    const { id } = (await response.json()) as { id: number };
    await api.logIn(ADMIN);
    await page.goto("/admin");
    await expect(page.locator("[aria-busy=true]:not(button)")).toHaveCount(0);
    await page.getByRole("button", { name: /^Text Notification Requests \(\d+\)/ }).click();
    const list = page.getByRole("region", { name: /^Text Notification Requests/ });
    await expect(list).toContainText("(555) 000-1122");
    await expect(list).toContainText("Not sent");
    await expect(list).toContainText("Pending");
    const toggle = list.getByRole("switch", { name: `Mark Solved: request ${id}` });
    await failCalls(page, "/api/admin/mark-solved/**", "PATCH");
    await toggle.click();
    await expectError(page, "Failed to update status.");
    await expect(toggle).not.toBeChecked();
    await restoreCalls(page);
    await toggle.click();
    await expect(toastOf(page)).toContainText("Request marked as solved");
    await expect(toggle).toBeChecked();
    await shot("desk-texts");
    await toggle.click();
    await expect(toastOf(page)).toContainText("Request marked as unsolved");
  },
);

test(
  "a driver's page shows details, items and a timeline",
  journeyOnDesktop,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
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
    await expect(timeline).toContainText("Toll added: SH 130");
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
    await expect(timeline).toContainText("Ticket added: Speeding");

    await page.getByRole("button", { name: /^Edit toll/ }).click();
    await drawer(page).getByLabel("Status").selectOption("Overdue");
    await drawer(page).getByRole("button", { name: "Save changes" }).click();
    await expect(toastOf(page)).toContainText("Toll Updated");
    await expect(timeline).toContainText("Ticket or toll changed (toll");

    await page.getByRole("button", { name: "Edit driver", exact: true }).click();
    await drawer(page).getByLabel("Current points", { exact: true }).fill("101");
    await drawer(page).getByRole("button", { name: "Save changes" }).click();
    await expect(drawer(page).getByText("Enter a whole number from 0 to 100.")).toBeVisible();
    await drawer(page).getByLabel("Current points", { exact: true }).fill("4");
    await drawer(page).getByLabel("Vehicle plate").fill("abc 123");
    await drawer(page).getByRole("button", { name: "Save changes" }).click();
    await expect(drawer(page).getByRole("alert").first()).toBeVisible();
    await drawer(page).getByLabel("Vehicle state").selectOption("Texas");
    await shot("desk-driver-edit");
    await drawer(page).getByRole("button", { name: "Save changes" }).click();
    await expect(toastOf(page)).toContainText("Driver Updated");
    await expect(page.getByText("4 of 11")).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: /^ABC 123$/ })).toBeVisible();
  },
);

test("many items of a kind are paged, open ones first", onDesktop, async ({ page, api }, info) => {
  const shot = screenChecker(page, info);
  const driver = await api.signUp();
  await api.logIn(ADMIN);
  for (let day = 1; day <= 12; day += 1) {
    const date = `2026-03-${String(day).padStart(2, "0")}`;
    const status = day === 12 ? "Paid" : "Unpaid";
    const toll = { userId: driver.id, tollRoad: `SH ${day}`, date, amount: "3.50", status };
    expect((await api.post("/api/tolls", toll)).status()).toBe(201);
  }
  await page.goto(`/admin/users/${driver.id}`);
  const tolls = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { level: 2, name: "Tolls" }) });
  await expect(tolls).toContainText("12 tolls · 11 open · $38.50 owed");
  await expect(tolls.getByRole("listitem")).toHaveCount(10);
  await shot("desk-driver-sections");
  const next = tolls.getByRole("button", { name: "Next" });
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(tolls.getByRole("status")).toHaveText("11–12 of 12");
  await expect(tolls.getByRole("listitem").last()).toContainText("Paid");
  // On the last page the Next button is disabled but keeps the focus.
  await expect(next).toBeFocused();
  await expect(next).toBeDisabled();
  await page.keyboard.press("Enter");
  await page.reload();
  await expect(tolls.getByRole("status")).toHaveText("11–12 of 12");
  await tolls.getByRole("button", { name: "Previous" }).focus();
  await page.keyboard.press("Enter");
  await expect(tolls.getByRole("status")).toHaveText("1–10 of 12");
});

test("staff can edit an item that was paid long ago", onDesktop, async ({ page, api }) => {
  await api.logIn(ADMIN);
  const shown = await api.get<{ id: number }[]>("/api/tickets/22");
  const all = await api.get<{ id: number }[]>("/api/tickets/22?all=true");
  expect(all.length).toBeGreaterThan(shown.length);
  await page.goto("/admin/users/22");
  const tickets = page.getByRole("region", { name: "This user’s tickets" });
  const old = all.find(({ id }) => !shown.some((one) => one.id === id));
  await tickets.getByRole("button", { name: `Edit ticket ${old?.id}` }).click();
  await expect(drawer(page).getByRole("button", { name: "Save changes" })).toBeVisible();
});

test("an unknown user id shows a message", onDesktop, async ({ page, api }) => {
  await api.logIn(ADMIN);
  for (const path of ["/admin/users/999999", "/admin/users/x"]) {
    await page.goto(path);
    await expect(page.getByText("We couldn’t find a user with this ID")).toBeVisible();
  }
});

test(
  "a driver's page shows notes about the driver and about their records",
  onDesktop,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const driver = await api.signUp();
    const response = await api.post("/api/help-inquiries", {
      userId: driver.id,
      type: "callback",
      phoneNumber: "5551234567",
    });
    expect(response.status()).toBe(201);
    const { id } = (await response.json()) as { id: number };
    await api.logIn(ADMIN);
    const about = await api.post(`/api/admin/notes/help_inquiry/${id}`, {
      text: "Call after six.",
    });
    expect(about.status()).toBe(201);
    await page.goto(`/admin/users/${driver.id}`);
    const notes = page.getByRole("region", { name: "Internal notes" }).last();
    await expect(notes).toContainText("Call after six.");
    await notes.getByLabel("New note").fill("Prefers to be written to.");
    await notes.getByRole("button", { name: "Add note" }).click();
    await expect(notes.getByRole("listitem")).toHaveCount(2);
    await expect(notes.getByLabel("New note")).toHaveValue("");
    await shot("desk-driver-notes");
    const own = notes.getByRole("listitem").filter({ hasText: "Prefers to be written to." });
    await own.getByRole("button", { name: /^Delete note/ }).click();
    await expect(notes.getByRole("listitem")).toHaveCount(1);
    await notes.getByRole("link", { name: `Help inquiry ${id}` }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/help-inquiries\\?.*row=${id}`));
  },
);
