import { CARDS, expectConfirmed, payWith } from "../support/card";
import { expectToast, failCalls, logInPayingDriver, payTicket, test } from "../support/desk";
import { screenChecker } from "../support/screens";
import { expect, journeyOnDesktop, onDesktop, type Page, toastOf } from "../support/test";

test.describe.configure({ timeout: 90_000 });

type Hire = { id: number; status: string; refund: string | null };

const figure = (page: Page, name: string) =>
  page.getByRole("region", { name: "Totals" }).getByText(name, { exact: true });
const cancelDialog = (page: Page) => page.getByRole("dialog", { name: /^Cancel hire/ });

test(
  "staff see a hire, change its status and refund it",
  journeyOnDesktop,
  async ({ page, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const driver = await logInPayingDriver(browser, baseURL ?? "");
    await driver.page.goto(`/payment?type=lawyer&amount=75&id=${driver.item.id}`);
    await payWith(driver.page, CARDS.good);
    await expectConfirmed(driver.page, "Lawyer Consultation Requested");
    const own = async () => (await driver.api.get<Hire[]>("/api/lawyer-hires"))[0];
    const id = (await own())?.id ?? 0;
    await driver.api.patch(`/api/lawyer-hires/${id}`, {
      contactMethod: "phone, email",
      contactValue: "5559876543, robin@example.test",
    });

    await page.goto(`/admin/lawyer-hires?q=${driver.id}`);
    for (const name of ["Pending", "In Progress", "Contacted", "Total Revenue"])
      await expect(figure(page, name)).toBeVisible();
    await expect(page.getByText("NEW", { exact: true })).toBeVisible();
    const heads = await page.getByRole("columnheader").allTextContents();
    expect([...heads].sort()).toEqual(
      [
        "",
        "ID",
        "User ID",
        "Ticket ID",
        "Violation",
        "Amount",
        "Contact",
        "Confirmation Number",
        "Date",
        "Status",
        "Resolved",
        "Actions",
      ].sort(),
    );
    await expect(page.getByText(/\(555\) 987-6543/)).toBeVisible();
    await shot("admin-lawyer-hires");

    const calls = /\/api\/(lawyer-hires|admin\/mark-(seen|solved))\//;
    const restore = await failCalls(page, calls);
    const status = page.getByLabel(`Status of hire ${id}`);
    await status.selectOption("Contacted");
    await expectToast(page, "Error", "Failed to update lawyer hire status.");
    await expect(status).toHaveValue("Pending");
    await page.getByRole("button", { name: `Seen: hire ${id}` }).click();
    await expectToast(page, "Error", "Failed to mark as seen.");
    await expect(page.getByText("NEW", { exact: true })).toBeVisible();
    const solved = page.getByRole("switch", { name: `Resolved: hire ${id}` });
    await solved.click();
    await expectToast(page, "Error", "Failed to update status.");
    await expect(solved).not.toBeChecked();
    await restore();

    await page.getByRole("button", { name: `Seen: hire ${id}` }).click();
    await expect(toastOf(page).getByText("Marked as Seen", { exact: true })).toBeVisible();
    await expect(page.getByText("NEW", { exact: true })).toHaveCount(0);
    await status.selectOption("Contacted");
    await expect(toastOf(page).getByText("Status Updated", { exact: true })).toBeVisible();
    await expect.poll(async () => (await own())?.status).toBe("Contacted");
    await solved.click();
    await expectToast(page, "Status Updated", "Lawyer hire marked as solved");
    // Setting the status while the case stays open moves no money and can be undone.
    await status.selectOption("Cancelled");
    await page.getByRole("button", { name: "Keep case open" }).click();
    await expect.poll(async () => (await own())?.status).toBe("Cancelled");
    expect((await own())?.refund).toBeNull();
    await status.selectOption("In Progress");
    await expect.poll(async () => (await own())?.status).toBe("In Progress");

    await page.getByRole("button", { name: new RegExp(`^${id}\\b`) }).click();
    const drawer = page.getByRole("region", { name: `Hire ${id}` });
    await expect(drawer).toContainText("robin@example.test");
    await shot("admin-hire-drawer");
    await drawer.getByRole("button", { name: "Cancel hire and refund" }).click();
    await shot("admin-hire-refund");
    await cancelDialog(page).getByRole("button", { name: "Keep hire" }).click();
    await expect(cancelDialog(page)).toHaveCount(0);
    await drawer.getByRole("button", { name: "Cancel hire and refund" }).click();
    const refunding = await failCalls(page, /\/cancel$/, "POST");
    await cancelDialog(page).getByRole("button", { name: "Cancel hire and refund" }).click();
    await expect(cancelDialog(page).getByRole("alert")).toBeVisible();
    await refunding();
    await cancelDialog(page).getByRole("button", { name: "Cancel hire and refund" }).click();
    await expect(cancelDialog(page)).toHaveCount(0);
    await expect(drawer).toContainText("Refunded");
    await expect.poll(async () => (await own())?.refund).toBe("refunded");
    await expect(drawer.getByRole("button", { name: "Cancel hire and refund" })).toHaveCount(0);
    // A refunded hire can't be reopened. The panel says why.
    await drawer.getByLabel(`Status of hire ${id}`).selectOption("Pending");
    await expect(drawer.getByRole("alert")).toContainText("Failed to update lawyer hire status.");
    await expect(drawer.getByRole("alert")).toContainText("It can’t be reopened.");
    await expect(drawer.getByLabel(`Status of hire ${id}`)).toHaveValue("Cancelled");
    await driver.context.close();
  },
);

test(
  "staff search payments, and the totals follow the search",
  onDesktop,
  async ({ page, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const driver = await logInPayingDriver(browser, baseURL ?? "");
    const confirmation = await payTicket(driver);

    await page.goto("/admin/payment-transactions");
    for (const name of [
      "Our Revenue (Service Fees)",
      "Total Transaction Value",
      "Processing Fees Collected",
      "Total Transactions",
    ])
      await expect(figure(page, name)).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveText([
      "ID",
      "User",
      "Type",
      "Violation",
      "Amount",
      "Processing Fee",
      "Our Fee (Revenue)",
      "Confirmation",
      "Date",
      "Status",
    ]);
    await shot("admin-payment-transactions");
    await page.getByLabel("Search payment transactions").fill(confirmation);
    await expect(page.getByText("1–1 of 1")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`q=${confirmation}`));
    await expect(page.getByText("Traffic Ticket").filter({ visible: true }).first()).toBeVisible();
    await expect(
      page.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/),
    ).toBeVisible();
    // The amount appears in the figure above, in the one row, and in the footer's total.
    await expect(figure(page, "$150.00")).toBeVisible();
    await expect(page.getByRole("table").getByText("$150.00", { exact: true })).toHaveCount(2);
    await expect(page.getByRole("table").getByText("$2.99", { exact: true })).toHaveCount(4);
    await page.getByText("Toll", { exact: true }).click();
    await expect(page.getByText("No payment transactions found.")).toBeVisible();
    await driver.context.close();
  },
);

test(
  "staff see a failed refund, and record it as sent another way after a retry fails",
  onDesktop,
  async ({ page, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const driver = await logInPayingDriver(browser, baseURL ?? "");
    await driver.page.goto(`/payment?type=lawyer&amount=75&id=${driver.item.id}`);
    await payWith(driver.page, CARDS.failingRefund);
    await expectConfirmed(driver.page, "Lawyer Consultation Requested");
    const [hire] = await driver.api.get<Hire[]>("/api/lawyer-hires");
    await driver.api.post(`/api/lawyer-hires/${hire?.id}/cancel`, {});
    const refund = async () => (await driver.api.get<Hire[]>("/api/lawyer-hires"))[0]?.refund;
    await expect.poll(refund, { timeout: 45_000 }).toBe("failed");
    await page.goto("/admin/money");
    const row = page
      .getByRole("region", { name: "Unfinished refunds" })
      .getByRole("listitem")
      .filter({ hasText: `#${driver.id}` });
    await expect(row).toContainText("Returned by the bank");
    await expect(row).toContainText("$75.00");
    await expect(
      page.getByText("We could read every message from the payment provider."),
    ).toBeVisible();
    await shot("admin-money");
    const restore = await failCalls(page, /\/refunds\/\d+\/retry$/, "POST");
    const retry = row.getByRole("button", { name: /^Retry refund/ });
    await retry.click();
    await expect(page.getByRole("alert")).toContainText("won’t be refunded twice");
    await restore();
    await row.getByRole("button", { name: /^Record refund as sent another way/ }).click();
    const dialog = page.getByRole("dialog", { name: "Record a refund sent another way" });
    await dialog.getByLabel("How").fill("Cheque 1001");
    await dialog.getByRole("button", { name: "Record" }).click();
    await expect(toastOf(page)).toContainText("We recorded $75.00 as refunded");
    await expect(row).toBeHidden();
    await expect.poll(refund).toBe("refunded");
    await driver.context.close();
  },
);
