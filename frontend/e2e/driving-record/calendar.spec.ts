import { readFile } from "node:fs/promises";
import { screenChecker } from "../support/screens";
import { cardOf, expect, onPhone, type Page, test, journeyOnPhone } from "../support/test";

/** Calls `follow`, which clicks a link. Returns the name and content of the calendar file that the link saves. */
async function saveCalendarFile(
  page: Page,
  follow: () => Promise<void>,
): Promise<[string, string]> {
  const [file] = await Promise.all([page.waitForEvent("download"), follow()]);
  return [file.suggestedFilename(), await readFile(await file.path(), "utf8")];
}

test(
  "a driver downloads a calendar entry for a ticket's due date",
  journeyOnPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("ticket");
    await page.goto("/driving-profile");
    await cardOf(page, "Traffic Tickets")
      .getByRole("button", { name: /See all details/ })
      .click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Due in 10 days")).toBeVisible();
    await shot("profile-details-calendar");
    const add = dialog.getByRole("link", { name: "Add to calendar" });
    await page.route("**/calendar", (route) => route.abort());
    await add.click();
    await expect(dialog.getByRole("alert")).toHaveText(
      "We couldn’t download the calendar entry. Please try again.",
    );
    await page.unroute("**/calendar");
    const [name, text] = await saveCalendarFile(page, () => add.click());
    expect(name).toBe(`lanewise-ticket-${item.id}.ics`);
    expect(text).toContain("SUMMARY:Ticket due: Speeding");
    await expect(dialog.getByRole("alert")).toHaveCount(0);
  },
);

test(
  "a driver downloads calendar entries for a parking ticket and a toll",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("parking");
    await page.goto(`/payment?parking=${item.id}&user=${item.userId}`);
    const add = page.getByRole("link", { name: "Add to calendar" });
    await expect(add).toBeVisible();
    await shot("parking-details-calendar");
    const [name, text] = await saveCalendarFile(page, () => add.click());
    expect(name).toBe(`lanewise-parking-${item.id}.ics`);
    expect(text).toContain("SUMMARY:Parking ticket due: Expired meter");
    await page.goto("/driving-profile");
    const toll = cardOf(page, "Tolls").getByRole("link", {
      name: "Add to calendar for SH 130 Toll",
    });
    const [tollName, tollText] = await saveCalendarFile(page, () => toll.click());
    expect(tollName).toMatch(/^lanewise-toll-\d+\.ics$/);
    expect(tollText).toContain("SUMMARY:Toll due: SH 130 Toll");
  },
);
