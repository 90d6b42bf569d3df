import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { failCalls, test } from "../support/desk";
import { screenChecker } from "../support/screens";
import { logInAs, newAdmin } from "../support/staff";
import {
  ADMIN,
  Api,
  expect,
  journeyOnDesktop,
  onDesktop,
  PASSWORD,
  type Page,
} from "../support/test";

/**
 * Downloads a list's CSV file with the link inside `within`. Returns the file's name, its first line without the byte
 * order mark, and its number of lines.
 */
async function downloadExport(
  page: Page,
  within: Page | Locator = page,
): Promise<{ name: string; head: string; lines: number }> {
  const download = page.waitForEvent("download");
  await within.getByRole("link", { name: "Export CSV" }).click();
  const file = await download;
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split(/\r?\n/);
  return {
    name: file.suggestedFilename(),
    head: (lines[0] ?? "").replace("\uFEFF", ""),
    lines: lines.length,
  };
}

/** The path and the first exported line of each list, by the list's name in the file's name. */
const LISTS: Record<string, [path: string, head: RegExp]> = {
  users: ["/admin", /^id,username,email,role,fullName,/],
  "lawyer-hires": [
    "/admin/lawyer-hires",
    /^id,userId,driverName,ticketId,citationNumber,issuer,violationType,amount,contactMethod,/,
  ],
  "payment-transactions": [
    "/admin/payment-transactions",
    /^id,userId,driverName,ticketId,itemId,citationNumber,issuer,paymentType,/,
  ],
  "missing-tickets": [
    "/admin/missing-tickets",
    /^id,userId,driverName,state,ticketType,reportedAt \(UTC\),status,/,
  ],
  "vehicle-updates": ["/admin/vehicle-updates", /^id,username,email,role,fullName,/],
  "status-requests": ["/admin/status-requests", /^id,.*,stateAbbreviation,lastFourSSN$/],
  "help-inquiries": [
    "/admin/help-inquiries",
    /^id,userId,driverName,type,message,phoneNumber,status,createdAt \(UTC\),/,
  ],
  audit: ["/admin/audit", /^id,/],
};

test("every list can be exported as a CSV file", journeyOnDesktop, async ({ page }) => {
  for (const [list, [path, head]] of Object.entries(LISTS)) {
    await page.goto(path);
    const file = await downloadExport(page);
    expect(file.name).toMatch(new RegExp(`^lanewise-${list}(-\\d{4}-\\d\\d-\\d\\d)?\\.csv$`));
    expect(file.head).toMatch(head);
    expect(file.lines, `records below the header of ${list}`).toBeGreaterThan(1);
  }
});

test("requests for text notifications are filtered and exported", onDesktop, async ({ page }) => {
  await page.goto("/admin");
  await expect(page.locator("[aria-busy=true]:not(button)")).toHaveCount(0);
  await page.getByRole("button", { name: /^Text Notification Requests/ }).click();
  const section = page.getByRole("region", { name: /^Text Notification Requests/ }).first();
  const all = await downloadExport(page, section);
  expect(all.name).toMatch(/^lanewise-text-notifications/);
  expect(all.head).toMatch(/^id,userId,driverName,phoneNumber,/);
  const sent = page.waitForResponse(/\/api\/text-notifications\?.*sent=true/);
  await section.getByLabel("Status").selectOption("Sent");
  await sent;
  expect((await downloadExport(page, section)).lines).toBeLessThan(all.lines);
});

test(
  "an export applies the filters, and a failed download shows an error",
  onDesktop,
  async ({ page, driver }) => {
    await driver.api.post("/api/missing-ticket-reports", {
      userId: driver.id,
      state: "Ohio",
      ticketType: "Speeding ticket",
    });
    // A part of the email address could match another driver, so the search uses the whole address.
    await page.goto(`/admin/missing-tickets?q=${driver.email}`);
    await expect(page.getByText("Speeding ticket").first()).toBeVisible();
    expect((await downloadExport(page)).lines).toBe(2);
    const restore = await failCalls(page, /\/api\/admin\/exports\//, "GET");
    await page.getByRole("link", { name: "Export CSV" }).click();
    await expect(page.getByText("We couldn’t download the file. Please try again.")).toBeVisible();
    await restore();
    expect((await downloadExport(page)).lines).toBe(2);
    await expect(page.getByText("We couldn’t download the file. Please try again.")).toHaveCount(0);
  },
);

test(
  "staff can page back to the first entry of a driver's timeline",
  onDesktop,
  async ({ page, api, driver }, info) => {
    for (let change = 0; change < 30; change += 1)
      expect((await api.post(`/api/admin/bulk-update/${driver.id}`, {})).ok()).toBe(true);
    await page.goto(`/admin/users/${driver.id}`);
    const timeline = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { level: 2, name: "Timeline" }) });
    const entries = timeline.getByRole("listitem");
    await expect(entries).toHaveCount(20);
    const older = timeline.getByRole("button", { name: "Show older" });
    const restore = await failCalls(page, /\/timeline\?/, "GET");
    await older.click();
    await expect(timeline.getByRole("alert")).toHaveText(
      "We couldn’t load older entries. Please try again.",
    );
    await expect(entries).toHaveCount(20);
    await restore();
    await older.click();
    await expect(older).toHaveCount(0);
    await expect(timeline.getByRole("alert")).toHaveCount(0);
    await expect.poll(() => entries.count()).toBeGreaterThan(30);
    await expect(entries.last()).toContainText("User created");
    await screenChecker(page, info)("desk-timeline");
  },
);

test("an unknown hire status is shown unchanged, in gray", onDesktop, async ({ page }, info) => {
  await page.route(
    (url) => url.pathname === "/api/lawyer-hires",
    async (route) => {
      const answer = await route.fetch();
      const hires = (await answer.json()) as { status: string }[];
      await route.fulfill({
        response: answer,
        json: hires.map((hire) => ({ ...hire, status: "Whatever" })),
      });
    },
  );
  await page.goto("/admin/lawyer-hires");
  const chip = page.getByLabel(/^Status of hire/).first();
  await expect(chip).toHaveValue("Whatever");
  const ground = await chip.evaluate((one) => {
    const probe = document.createElement("i");
    probe.style.backgroundColor = "var(--grey-soft)";
    document.body.append(probe);
    const grey = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return [getComputedStyle(one).backgroundColor, grey];
  });
  expect(ground[0]).toBe(ground[1]);
  await screenChecker(page, info)("hire-status-unknown");
});

test("every table fits the page at 1,280 and 1,440 pixels", onDesktop, async ({ page }) => {
  const places = [
    "/admin",
    "/admin/lawyer-hires",
    "/admin/payment-transactions",
    "/admin/missing-tickets",
    "/admin/vehicle-updates",
    "/admin/status-requests",
    "/admin/help-inquiries",
  ];
  for (const place of places) {
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(place);
      const table = page.locator("section:has(> table)").first();
      await expect(table.locator("tbody tr").first()).toBeVisible();
      const beyond = () => table.evaluate((at) => at.scrollWidth - at.clientWidth);
      await expect.poll(beyond, `${place} at ${width}`).toBe(0);
    }
  }
});

test(
  "staff hide and resize columns, save the view, and open its URL as another user",
  onDesktop,
  async ({ page, api, browser, baseURL }) => {
    // The test has its own user, because preferences belong to a user and other tests use the same lists concurrently.
    const { email } = await newAdmin(browser, baseURL ?? "");
    await logInAs(api, email);
    await page.goto("/admin/lawyer-hires?status=Pending");
    const head = (name: string) => page.getByRole("columnheader", { name });
    await page.getByRole("button", { name: "Saved views", exact: true }).click();
    await page.getByRole("menuitemcheckbox", { name: "Violation" }).click();
    await expect(head("Violation")).toHaveCount(0);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Saved views", exact: true }).click();
    await page.getByRole("menuitemcheckbox", { name: "Resize columns with the keyboard" }).click();
    await page.keyboard.press("Escape");
    // Wait until the closing menu has returned the focus to its button, so that it doesn't take the focus later.
    await expect(page.getByRole("button", { name: "Saved views", exact: true })).toBeFocused();
    const edge = head("Amount").getByRole("separator", { name: "Column width" });
    const before = await head("Amount").evaluate((at) => at.clientWidth);
    await edge.focus();
    for (let press = 0; press < 4; press++) await page.keyboard.press("ArrowRight");
    const wider = () => head("Amount").evaluate((at) => at.clientWidth);
    await expect.poll(wider).toBeGreaterThanOrEqual(before + 60);

    await page.getByRole("button", { name: "Saved views", exact: true }).click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    const dialog = page.getByRole("dialog", { name: "Save this view" });
    await dialog.getByLabel("Name").fill("Waiting for a lawyer");
    await dialog.getByRole("button", { name: "Save" }).click();

    // The view was saved although the page was left right away. The view restores its filters and columns.
    const kept = page.waitForResponse((answer) => {
      const isRead = answer.request().method() === "GET";
      return isRead && new URL(answer.url()).pathname === "/api/admin/choices";
    });
    await page.goto("/admin/lawyer-hires");
    expect(await (await kept).text()).toContain("Waiting for a lawyer");
    await expect(head("Violation")).toHaveCount(0);
    await page.getByRole("button", { name: "Saved views", exact: true }).click();
    await page.getByRole("menuitemcheckbox", { name: "Waiting for a lawyer" }).click();
    await expect(page).toHaveURL(/status=Pending/);
    await expect(page).toHaveURL(/columns=/);
    const address = page.url();

    // This user's other browser shows the same columns. The view's URL also works for a user without preferences.
    const elsewhere = await browser.newContext({ baseURL: baseURL ?? "" });
    const second = await elsewhere.newPage();
    const heads = (name: string) => second.getByRole("columnheader", { name });
    await logInAs(new Api(elsewhere), email);
    await second.goto("/admin/lawyer-hires");
    await expect(heads("Amount")).toBeVisible();
    await expect(heads("Violation")).toHaveCount(0);
    await logInAs(new Api(elsewhere), ADMIN, PASSWORD);
    await second.goto("/admin/lawyer-hires");
    await expect(heads("Violation")).toBeVisible();
    await second.goto(address);
    await expect(heads("Amount")).toBeVisible();
    await expect(heads("Violation")).toHaveCount(0);
    await elsewhere.close();
  },
);
