import { logInPayingDriver, payTicket, test } from "../support/desk";
import { screenChecker } from "../support/screens";
import { expect, journeyOnDesktop } from "../support/test";

test.describe.configure({ timeout: 120_000 });

test(
  "a driver's payment is in the books, which match the payment provider",
  journeyOnDesktop,
  async ({ page, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const driver = await logInPayingDriver(browser, baseURL ?? "");
    await page.goto("/admin/books");
    const months = page.getByRole("region", { name: "By month", exact: true });
    await expect(months).toBeVisible();
    const read = async () => {
      const books = (await (await page.request.get("/api/admin/books")).json()) as {
        total: Record<"charges" | "owedToCourts", string>;
      };
      return Number(books.total.charges);
    };
    const before = await read();

    await payTicket(driver);
    // Other tests pay concurrently, so the amount may grow by more.
    expect((await read()) - before).toBeGreaterThanOrEqual(150);

    const matched = page.waitForResponse("**/api/admin/books/match");
    await page.getByRole("button", { name: "Reconcile now" }).click();
    expect((await matched).status()).toBe(200);
    await expect(page.getByRole("button", { name: "Reconcile now" })).toBeEnabled();
    await expect(page.getByRole("status").filter({ hasText: "no differences" })).toBeVisible();
    await expect(months).toContainText("All months");
    const differences = page.getByRole("region", { name: "Differences", exact: true });
    await expect(differences).toBeVisible();
    await page.getByRole("button", { name: "Trial balance" }).click();
    await expect(page.getByRole("region", { name: "Trial balance" })).toContainText(
      "Owed: traffic fines",
    );
    await shot("admin-books");

    const file = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).click();
    expect((await file).suggestedFilename()).toMatch(/^lanewise-books-\d{4}-\d\d-\d\d\.csv$/);
    await driver.context.close();
  },
);
