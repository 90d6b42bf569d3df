import type { Browser } from "@playwright/test";
import { screenChecker } from "../support/screens";
import { inDays } from "../support/cases";
import {
  ADMIN,
  Api,
  cardOf,
  expect,
  type Item,
  journeyOnPhone,
  onPhone,
  test,
} from "../support/test";

test.describe.configure({ timeout: 60_000 });

/** Changes the driver's ticket as staff, in a separate browser context. */
async function changeTicket(browser: Browser, item: Item, changes: object): Promise<void> {
  const context = await browser.newContext();
  const staff = new Api(context);
  await staff.logIn(ADMIN);
  await staff.patch(`/api/tickets/${item.id}`, changes);
  await context.close();
}

test(
  "a driver in Texas compares all options before paying",
  journeyOnPhone,
  async ({ page, api, browser }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("ticket");
    await changeTicket(browser, item, { courtState: "Texas" });
    await page.goto("/driving-profile");
    const traffic = cardOf(page, "Traffic Tickets");
    await expect(page.getByRole("heading", { name: "Tolls" })).toBeVisible();
    await shot("profile-options-link");
    await traffic.getByRole("link", { name: "See all options for Speeding" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Your Options" })).toBeVisible();
    await expect(page.getByText("These are the rules for traffic tickets in Texas.")).toBeVisible();
    await expect(page.getByText(/This isn’t legal advice\./)).toBeVisible();
    const open = page.getByRole("region", { name: "Available to You" });
    await expect(open.getByRole("heading", { level: 3 })).toHaveText([
      "Pay It",
      "Hire a Lawyer",
      "Contest It Yourself",
      "Ask for Deferred Disposition",
      "Take a Driving Safety Course",
      "Pay in Installments",
      "Can’t Pay Now",
      "Ask Before You Decide",
    ]);
    const course = page.getByRole("region", { name: "Take a Driving Safety Course" });
    await expect(course).toContainText("You plead guilty or no contest.");
    await expect(course).toContainText("the date we have on file");
    await shot("options");
    await course.getByText(/^\d sources/).click();
    await expect(
      course.getByText("Code of Criminal Procedure 45A.356, as of November 2026"),
    ).toBeVisible();
    await shot("options-sources");
    await course.getByRole("button", { name: /^Get help/ }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Pay $150" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Your Ticket" })).toBeVisible();
    await expect(
      page.getByText("If you pay this ticket, you are agreeing to a plea of guilt."),
    ).toBeVisible();
    await expect(
      page.getByText(/^In Texas, paying is recorded as a no-contest plea\./),
    ).toBeVisible();
    await shot("plea-with-options");
    await page.getByRole("link", { name: "See all options" }).click();
    await page.getByRole("link", { name: "Hire Lawyer" }).click();
    await expect(page.getByRole("heading", { name: "Fight Your Ticket Today!" })).toBeVisible();
  },
);

test(
  "the options page marks options whose date has passed, and shows none for a paid ticket",
  onPhone,
  async ({ page, api, browser }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("ticket");
    const dueDate = inDays(-3);
    await changeTicket(browser, item, { courtState: "California", dueDate });
    await page.goto(`/driving-profile/options?type=ticket&id=${item.id}`);
    const passed = page.getByRole("region", { name: "The Deadline Has Passed" });
    await expect(passed.getByRole("heading", { level: 3 }).first()).toHaveText(
      "Contest It in Court",
    );
    const lower = page.getByRole("region", { name: "Ask for a Lower Fine or More Time" });
    await expect(lower).toContainText("You can no longer contest the ticket");
    await shot("options-passed");
    await changeTicket(browser, item, { isPaid: true });
    await page.reload();
    await expect(page.getByText("There’s nothing to decide right now")).toBeVisible();
    await shot("options-paid");
  },
);

test(
  "a driver sees the general options for a toll without known rules, and can retry a failed request",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    await api.logInToPay("toll");
    await page.goto("/driving-profile");
    await page.route("**/api/tolls/*/options", (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole("link", { name: "See all options for SH 130 Toll" }).click();
    await expect(page.getByText("We couldn’t load your options")).toBeVisible();
    await shot("options-failed");
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(
      page.getByText(/^We don’t have the rules for this court or agency\./),
    ).toBeVisible();
    await expect(page.getByRole("heading", { level: 3 })).toHaveText([
      "Pay It",
      "Can’t Pay Now",
      "Ask Before You Decide",
    ]);
    await shot("options-everywhere");
    await page.goto("/driving-profile/options?type=ticket&id=99999999");
    await expect(page.getByText("We couldn’t find this")).toBeVisible();
  },
);
