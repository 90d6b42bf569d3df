import {
  ADMIN,
  cardOf as card,
  DRIVER,
  expect,
  onPhone,
  test,
  journeyOnPhone,
} from "../support/test";

test("the profile shows every kind of item", journeyOnPhone, async ({ page, api }) => {
  await api.logIn(DRIVER);
  await page.goto("/driving-profile");
  await expect(page.getByText("Welcome Dana")).toBeVisible();
  // On a phone an active status is one line that expands.
  await page.getByRole("button", { name: "Active 5 of 11 points" }).click();
  await expect(page.getByText("Last Updated")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Points" })).toHaveAttribute(
    "aria-valuenow",
    "5",
  );
  const traffic = card(page, "Traffic Tickets");
  await expect(traffic.getByRole("listitem")).toHaveCount(3);
  await traffic.getByRole("button", { name: "See All (2 more)" }).click();
  await expect(traffic.getByRole("listitem")).toHaveCount(5);
  await traffic.getByRole("button", { name: "Recently paid (1)" }).click();
  await expect(traffic.getByRole("listitem")).toHaveCount(6);
  await traffic.getByRole("button", { name: "Recently paid (1)" }).click();
  await traffic.getByRole("button", { name: "Show Less" }).click();
  await expect(traffic.getByRole("listitem")).toHaveCount(3);
  for (const [title, item] of [
    ["Parking", "Parking violation"],
    ["Speeding", "Speeding"],
    ["Red Light", "Red light violation"],
    ["Other Tickets", "Unsecured load"],
  ] as const) {
    await expect(card(page, title).getByRole("listitem").first()).toContainText(item);
  }
  await expect(card(page, "Parking Tickets").getByRole("listitem")).toHaveCount(1);
  await expect(card(page, "Tolls").getByRole("listitem")).toHaveCount(1);
});

test(
  "the next due items come first, and a page lists all of them",
  journeyOnPhone,
  async ({ page, api }) => {
    await api.logIn(DRIVER);
    await page.goto("/driving-profile");
    const due = page.getByRole("region", { name: "Next Due" });
    const rows = due.getByRole("listitem");
    await expect(rows).toHaveCount(3);
    await expect(rows.first()).toContainText(
      /Court required · [A-Z][a-z]{2} \d+, .* · in \d+ days/,
    );
    await due.getByRole("link", { name: /^\d+ more unpaid items?, \$/ }).click();
    await expect(page).toHaveURL(/\/due$/);
    await expect(page.getByRole("heading", { level: 1, name: "Everything You Owe" })).toBeVisible();
    const all = page
      .getByRole("region", { name: "Due Dates and Court Dates" })
      .getByRole("listitem");
    await expect.poll(() => all.count()).toBeGreaterThan(3);
  },
);

test(
  "on a phone, the first due item is visible without scrolling if the license is active",
  onPhone,
  async ({ page, api }) => {
    await api.logIn(DRIVER);
    await page.goto("/driving-profile");
    await expect(page.getByRole("button", { name: /^Active / })).toBeVisible();
    const first = page.getByRole("region", { name: "Next Due" }).getByRole("listitem").first();
    await expect(first).toBeInViewport({ ratio: 1 });
    // The navigation bar at the bottom doesn't cover the first item.
    const bar = page.getByRole("navigation", { name: "Main" });
    const barTop = await bar.evaluate((at) => at.getBoundingClientRect().top);
    expect(await first.evaluate((at) => at.getBoundingClientRect().bottom)).toBeLessThanOrEqual(
      barTop,
    );
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  },
);

test("a ticket's details open and close", journeyOnPhone, async ({ page, api }) => {
  await api.logIn(DRIVER);
  await page.goto("/driving-profile");
  const open = card(page, "Red Light").getByRole("button", { name: /See all details/ });
  await open.click();
  const dialog = page.getByRole("dialog");
  for (const part of ["Violation Information", "Court Information", "Status & Payment"])
    await expect(dialog.getByRole("heading", { name: part })).toBeVisible();
  await expect(dialog.getByText("MLK Blvd at I-35, Austin, TX")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
});

test("staff choose which driver's profile they see", onPhone, async ({ page, api }) => {
  await api.logIn(ADMIN);
  await page.goto("/driving-profile");
  await expect(page.getByRole("link", { name: "Admin" })).toBeVisible();
  await page.getByRole("combobox").click();
  await page.getByRole("combobox").fill("marcus");
  await page.getByRole("option", { name: /Marcus Bell/ }).click();
  await expect(page).toHaveURL(/user=3/);
  await expect(page.getByText("Suspended", { exact: true }).first()).toBeVisible();
});
