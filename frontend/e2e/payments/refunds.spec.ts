import { expectToastBehind, logInPayingDriver, payTicket, test } from "../support/desk";
import { screenChecker } from "../support/screens";
import { expect, PASSWORD, journeyOnDesktop } from "../support/test";

test.describe.configure({ timeout: 120_000 });

test(
  "staff refund a part, then the rest; the driver reads why, and the ticket is due again",
  journeyOnDesktop,
  async ({ page, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const driver = await logInPayingDriver(browser, baseURL ?? "");
    await payTicket(driver);
    const [paid] = await driver.api.get<{ id: number }[]>("/api/payment-transactions");

    await page.goto(`/admin/payment-transactions?q=${driver.id}&row=${paid?.id}`);
    const refunds = page.getByRole("region", { name: "Refunds" });
    await expect(refunds).toContainText("No refunds yet.");
    await refunds.getByRole("button", { name: "Refund" }).click();
    const dialog = page.getByRole("dialog", { name: "Refund this payment" });
    await expect(dialog.getByLabel("Amount")).toHaveValue("150.00");
    await dialog.getByLabel("Amount").fill("20,00");
    await dialog.getByRole("button", { name: "Refund" }).click();
    await expect(dialog).toContainText("Enter an amount in dollars, such as 20.00.");
    await expect(dialog).toContainText("Enter a reason. The driver sees it.");
    await dialog.getByLabel("Amount").fill("20");
    await dialog.getByLabel("Reason").fill("The court lowered your fine.");
    await shot("admin-refund");
    // Simulates that ten minutes have passed, so the server asks for step-up authentication.
    let refusals = 2;
    await page.route(/\/refunds$/, (route) => {
      if (route.request().method() !== "POST" || refusals === 0) return route.fallback();
      refusals -= 1;
      const json = { code: "confirm_it_is_you", message: "Please confirm it’s you." };
      return route.fulfill({ status: 403, json });
    });
    await dialog.getByRole("button", { name: "Refund" }).click();
    const confirm = page.getByRole("dialog", { name: "Confirm it’s you" });
    await confirm.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toContainText("Please confirm it’s you.");
    await expect(dialog.getByLabel("Reason")).toHaveValue("The court lowered your fine.");
    await dialog.getByRole("button", { name: "Refund" }).click();
    await expect(confirm.getByLabel("Your password")).toBeFocused();
    await confirm.getByLabel("Your password").fill("not my password");
    await page.keyboard.press("Enter");
    await expect(confirm).toContainText("This password is incorrect.");
    await shot("admin-confirm");
    await confirm.getByLabel("Your password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expectToastBehind(page, "$20.00 was refunded to the driver’s card.");
    await expect(refunds).toContainText("The court lowered your fine.");
    expect(await driver.api.isPaid("ticket", driver.item)).toBe(true);

    await driver.page.goto("/payments");
    await expect(driver.page.getByText("Partly refunded")).toBeVisible();
    await expect(driver.page.getByText("$20 refunded. The court lowered your fine.")).toBeVisible();

    await refunds.getByRole("button", { name: "Refund" }).click();
    await expect(dialog.getByLabel("Amount")).toHaveValue("130.00");
    await dialog.getByLabel("Reason").fill("It was not yours.");
    await dialog.getByRole("button", { name: "Refund" }).click();
    await expect(refunds).toContainText("It was not yours.");
    await expect(refunds.getByRole("button", { name: "Refund" })).toHaveCount(0);
    await expect(page.getByRole("region", { name: /^Transaction/ })).toContainText(
      "Refunded$150.00",
    );
    await shot("admin-refunded");
    expect(await driver.api.isPaid("ticket", driver.item)).toBe(false);
    await driver.context.close();
  },
);
