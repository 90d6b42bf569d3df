import { screenChecker } from "../support/screens";
import { ADMIN, DRIVER, expect, onDesktop, onPhone, test, journeyOnDesktop } from "../support/test";

test(
  "the overview shows figures of new and open work",
  journeyOnDesktop,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    await api.logIn(ADMIN);
    await page.goto("/admin/overview");
    const money = page.getByRole("figure", { name: "Net payments by day" });
    await expect(money).toContainText(/\$[\d,.]+ in 30 days/);
    await page.getByText("7 days", { exact: true }).click();
    await expect(money).toContainText(/in 7 days/);
    await money.getByText("Show as table").click();
    await expect(money.getByRole("row")).toHaveCount(8);
    const work = page.getByRole("figure", { name: "Open work" });
    await expect(work.getByRole("link", { name: "Lawyer hires" })).toHaveAttribute(
      "href",
      "/admin/lawyer-hires",
    );
    await expect(page.getByRole("figure", { name: "Hires by status" })).toContainText(
      "In Progress",
    );
    await shot("desk-overview");
  },
);

test("chart values can be read by mouse, touch and keyboard", async ({ page, api }, info) => {
  const shot = screenChecker(page, info);
  await api.logIn(ADMIN);
  await page.goto("/admin/overview");
  const money = page.getByRole("figure", { name: "Net payments by day" });
  const days = money.getByRole("slider", { name: "Net payments by day, values" });
  const tip = page.getByRole("tooltip");
  await days.focus();
  await expect(days).toHaveAttribute("aria-valuenow", "30");
  await expect(tip).toContainText("Tickets and tolls$");
  const newest = (await days.getAttribute("aria-valuetext")) ?? "";
  await page.keyboard.press("ArrowLeft");
  await expect(days).toHaveAttribute("aria-valuenow", "29");
  await expect(days).not.toHaveAttribute("aria-valuetext", newest);
  await expect(days).toHaveAttribute("aria-valuetext", /^\w+ \d+: Tickets and tolls \$.*, Total /);
  await page.keyboard.press("Home");
  await expect(days).toHaveAttribute("aria-valuenow", "1");
  await shot("desk-overview-tip");
  await page.keyboard.press("Escape");
  await expect(tip).toHaveCount(0);
  await expect(days).toBeFocused();
  await page.keyboard.press("Tab");

  const hires = page
    .getByRole("figure", { name: "Open work" })
    .getByRole("listitem")
    .filter({ hasText: "Lawyer hires" });
  // The tooltip stays after the touch ends.
  if (info.project.name === "phone") await hires.tap({ position: { x: 150, y: 32 } });
  else await hires.hover();
  await expect(tip).toContainText("Lawyer hires");
  await expect(tip).toContainText(/Under a day\d+Under a week\d+Older\d+Total\d+/);
});

test(
  "figures that fail to load show an error with a retry button",
  onDesktop,
  async ({ page, api }) => {
    await api.logIn(ADMIN);
    await page.route("**/api/admin/overview*", (route) => route.abort());
    await page.goto("/admin/overview");
    const overview = page.getByRole("region", { name: "Overview" });
    await expect(overview.getByRole("button", { name: "Try again" })).toBeVisible();
    await page.unroute("**/api/admin/overview*");
    await overview.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("figure", { name: "Net payments by day" })).toBeVisible();
  },
);

test(
  "the section menu works with the keyboard and marks sections with new records",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    await api.logIn(ADMIN);
    await page.goto("/admin");
    await page.getByRole("button", { name: "Admin sections" }).focus();
    await page.keyboard.press("Enter");
    const entry = page.getByRole("menuitem", { name: /Help inquiries/ });
    await expect(entry).toContainText("New");
    await expect(page.getByRole("menuitem", { name: "Security Dashboard" })).toBeVisible();
    await shot("desk-menu");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Admin sections" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem", { name: "Back to profile" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/(driving-profile)?$/);
  },
);

test("an unknown back-office page shows a 404", onDesktop, async ({ page, api }) => {
  await api.logIn(ADMIN);
  await page.goto("/admin/nothing");
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await expect(page).toHaveTitle("404 Page Not Found");
  await expect(page.getByRole("navigation", { name: "Back office" })).toBeVisible();
});

test("drivers see that the back office is for staff", onDesktop, async ({ page, api }, info) => {
  const shot = screenChecker(page, info);
  const staffRequests: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/(admin|security)\//.test(request.url())) staffRequests.push(request.url());
  });
  await api.logIn(DRIVER);
  await page.goto("/admin");
  await expect(page.getByText("This area is for Lanewise staff")).toBeVisible();
  await shot("desk-driver");
  expect(staffRequests).toEqual([]);
});

test(
  "the search opens with one shortcut, and Enter opens the first result",
  journeyOnDesktop,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const driver = await api.signUp();
    await api.patch(`/api/users/${driver.id}`, {
      vehicleLicensePlate: `E2E ${driver.id}`,
      vehicleState: "Texas",
    });
    await api.logIn(ADMIN);
    await page.goto("/admin/lawyer-hires");
    await expect(page.getByRole("heading", { level: 1, name: "Lawyer hires" })).toBeVisible();
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Search everything" });
    await expect(palette.getByRole("combobox")).toBeFocused();
    await shot("desk-palette");
    await page.keyboard.type(`e2e ${driver.id}`);
    // Enter is pressed before the results arrive. The first result opens once they arrive.
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/admin/users/${driver.id}$`));
    await expect(palette).toHaveCount(0);

    await page.getByRole("button", { name: "Search everything" }).click();
    await expect(palette.getByRole("option").first()).toContainText(`#${driver.id}`);
    await palette.getByRole("combobox").fill("ov");
    await expect(palette.getByRole("option", { name: "Overview" })).toBeVisible();
    await palette.getByRole("combobox").fill("no-such-thing-anywhere");
    await expect(palette.getByText("No matches.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(palette).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Search everything" })).toBeFocused();
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("create toll");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Create Toll" })).toBeVisible();
  },
);

test(
  "the user menu opens the account, turns off single-key shortcuts and logs out",
  onDesktop,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    await api.logIn(ADMIN);
    await page.goto("/admin");
    const person = page.getByRole("button", { name: /^Logged in as/ });
    await person.click();
    await shot("desk-person");
    await page.getByRole("menuitem", { name: /Single-key shortcuts/ }).click();
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox", { name: "Search users" })).not.toBeFocused();
    await person.click();
    await expect(page.getByRole("menuitem", { name: /Single-key shortcuts/ })).toContainText("Off");
    await page.getByRole("menuitem", { name: /Single-key shortcuts/ }).click();
    await page.locator("h1").click();
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox", { name: "Search users" })).toBeFocused();
    await person.click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await expect(page).toHaveURL(/\/login/);
  },
);

test(
  "the desk lists open work, oldest first, with links to it",
  journeyOnDesktop,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    await api.logIn(ADMIN);
    await page.goto("/admin");
    const waiting = page.getByRole("region", { name: "Needs a response" });
    await expect(waiting.getByRole("listitem").first()).toBeVisible();
    const times = await waiting
      .locator("time")
      .evaluateAll((all) => all.map((time) => time.getAttribute("datetime") ?? ""));
    expect(times.length).toBeGreaterThan(1);
    expect([...times].sort()).toEqual(times);
    await shot("desk-waiting");
    // Records of other kinds may have waited longer and fill the first rows.
    await waiting.getByRole("button", { name: /^Show all \d+$/ }).click();
    await expect(waiting.getByRole("button", { name: "Show fewer" })).toBeVisible();
    await waiting
      .getByRole("link", { name: /^(View hire|Review report|Answer)/ })
      .first()
      .click();
    await expect(page.getByRole("region", { name: /^(Hire|Report|Inquiry) \d+$/ })).toBeVisible();
  },
);

test(
  "the back office's start screen is short on a phone, and shows the driver search on a desktop",
  onPhone,
  async ({ page, api }) => {
    await api.logIn(ADMIN);
    await page.goto("/admin");
    const users = page.getByRole("list", { name: "Users" });
    await expect(users.getByRole("listitem").nth(9)).toBeVisible();
    await expect(
      page.getByRole("button", { name: /^Text Notification Requests \(\d/ }),
    ).toBeVisible();
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    expect(await height()).toBeLessThanOrEqual(6000);

    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByRole("region", { name: "Users", exact: true })).toBeVisible();
    const search = page.getByRole("searchbox", { name: "Search users" });
    await expect(search).toBeInViewport({ ratio: 1 });
    const { top } = await search.evaluate((at) => at.getBoundingClientRect());
    expect(top).toBeLessThan(600);
  },
);

test(
  "Enter in a list's search opens the first result, and / selects the search text",
  onDesktop,
  async ({ page, api }) => {
    const driver = await api.signUp();
    await api.logIn(ADMIN);
    await page.goto("/admin");
    await page.getByRole("searchbox", { name: "Search users" }).fill(driver.email);
    await page.keyboard.press("Enter");
    const panel = page.getByRole("region", { name: "This user’s tickets" });
    await expect(panel).toContainText(`#${driver.id}`);
    await page.keyboard.press("Escape");
    await expect(panel).toHaveCount(0);
    await page.locator("h1").click();
    await page.keyboard.press("/");
    await page.keyboard.type("nobody-at-all");
    await expect(page.getByRole("searchbox", { name: "Search users" })).toHaveValue(
      "nobody-at-all",
    );
  },
);
