import { logInStaffOnDesktop } from "../support/desk";
import { screenChecker } from "../support/screens";
import { cardOf, expect, journeyOnPhone, test, toastOf } from "../support/test";

test.describe.configure({ timeout: 90_000 });

test(
  "a driver who can’t pay asks our team, and reads the answer",
  journeyOnPhone,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("ticket");
    await page.goto(`/driving-profile/options?type=ticket&id=${item.id}`);
    const option = page.getByRole("region", { name: "Can’t Pay Now" });
    await option.getByRole("link", { name: "Answer a few questions" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Can’t Pay Now" })).toBeVisible();
    await expect(page.getByText(/doesn’t change your due date or what you owe/)).toBeVisible();
    await page.getByRole("button", { name: "Send to our team" }).click();
    await expect(page.getByText("Choose what would help you.")).toBeVisible();
    await shot("cant-pay-missing");
    await page.getByLabel("What would help you?").selectOption("smaller_payments");
    await page.getByLabel("How much could you pay a month?").fill("$150");
    await page.getByLabel("Do any of these apply to you?").selectOption("out_of_work");
    await page.getByRole("button", { name: "Send to our team" }).click();
    await expect(page.getByText("Enter less than the $150 that is due.")).toBeVisible();
    await page.getByLabel("How much could you pay a month?").fill("40");
    await page.getByRole("button", { name: "Send to our team" }).click();
    await expect(toastOf(page)).toContainText("Request Sent");
    await expect(page.getByText("Waiting for our answer")).toBeVisible();
    await shot("cant-pay-sent");

    const { context, page: desk } = await logInStaffOnDesktop(browser, baseURL);
    await desk.goto("/admin/hardship-requests");
    const row = desk.getByRole("row").filter({ hasText: `#${item.userId}` });
    await row.getByRole("button", { name: "Answer the request about Speeding" }).click();
    const panel = cardOf(desk, "Speeding");
    await expect(panel.getByText("$40 a month")).toBeVisible();
    await panel.getByLabel("Answer").fill("The clerk takes $40 a month.\nCall 555-0100 by Friday.");
    await screenChecker(desk, info)("desk-cant-pay");
    await panel.getByRole("button", { name: "Send answer" }).click();
    await expect(toastOf(desk)).toContainText("Request Answered");
    await expect(row).toHaveCount(0);
    await context.close();

    await page.goto("/driving-profile");
    await expect(cardOf(page, "Help with paying")).toContainText("The clerk takes $40 a month.");
    await cardOf(page, "Help with paying").getByRole("link", { name: "See your request" }).click();
    await expect(cardOf(page, "Your request")).toContainText("Call 555-0100 by Friday.");
    await shot("cant-pay-answered");
    await page.getByRole("button", { name: "Help" }).first().click();
    await expect(page.getByRole("link", { name: "Speeding: read our answer" })).toBeVisible();
    await shot("help-cant-pay");
  },
);

test(
  "where the court has a payment plan, the driver sees the plan with its sources",
  journeyOnPhone,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("ticket");
    const { api: staff, context } = await logInStaffOnDesktop(browser, baseURL);
    await staff.patch(`/api/tickets/${item.id}`, { courtState: "Texas" });
    await context.close();
    await page.goto(`/driving-profile/options?type=ticket&id=${item.id}&view=cant-pay`);
    await page.getByLabel("What would help you?").selectOption("lower_amount");
    await page.getByLabel("How much could you pay in total?").fill("60");
    await page.getByLabel("Do any of these apply to you?").selectOption("public_benefits");
    await page.getByRole("button", { name: "See the plan" }).click();
    await expect(page.getByRole("heading", { name: "The court has a plan" })).toBeVisible();
    await expect(page.getByText(/the court can allow a payment plan/)).toBeVisible();
    await expect(
      page.getByText("I need a lower amount and could pay $60 in total. I get public benefits."),
    ).toBeVisible();
    await shot("cant-pay-plan");
    await page.getByRole("button", { name: "Send to our team" }).click();
    await expect(page.getByText("Waiting for our answer")).toBeVisible();
  },
);
