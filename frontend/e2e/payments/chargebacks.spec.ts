import { CARDS, payWith } from "../support/card";
import { expectToastBehind, logInPayingDriver, test } from "../support/desk";
import { screenChecker } from "../support/screens";
import { expect, onDesktop } from "../support/test";

test.describe.configure({ timeout: 120_000 });

test(
  "staff answer a chargeback with evidence, lose it, and the ticket is due again",
  onDesktop,
  async ({ page, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const driver = await logInPayingDriver(browser, baseURL ?? "");
    await driver.page.goto(`/payment?type=ticket&amount=150&id=${driver.item.id}&step=pay`);
    await payWith(driver.page, CARDS.chargeback);
    await driver.page.waitForURL(/\/confirmation\?/);
    await expect(driver.page.getByText(/^CONF-[0-9A-Z]{10}$/)).toBeVisible();

    // The chargeback's event may arrive before the payment's. Then reconciliation finds the chargeback later.
    const ours = async () => {
      const found = `/api/admin/chargebacks?q=${driver.id}`;
      const list = (await (await page.request.get(found)).json()) as {
        id: number;
        userId: number;
      }[];
      return list.find(({ userId }) => userId === driver.id)?.id;
    };
    await expect.poll(ours, { timeout: 60_000 }).toBeDefined();

    const [paid] = await driver.api.get<{ id: number }[]>("/api/payment-transactions");
    await page.goto(`/admin/payment-transactions?q=${driver.id}&row=${paid?.id}`);
    const refunds = page.getByRole("region", { name: "Refunds" });
    await expect(refunds).toContainText(
      "The driver’s bank is holding this money, so you can’t refund it.",
    );
    await refunds.getByRole("link", { name: `Open chargeback ${await ours()}` }).click();
    const record = page.getByRole("region", { name: /^Chargeback \d/ });
    await expect(record).toContainText("Needs response");
    await expect(record).toContainText("days left");
    const evidence = record.getByRole("region", { name: "Evidence" });
    const facts = evidence.getByLabel("Receipt, confirmation and messages");
    await expect(facts).toHaveValue(/Amount shown and confirmed: \$150\.00/);
    await shot("admin-chargeback");
    await driver.page.goto("/payments");
    await expect(driver.page.getByText("Reversed by your bank, under review")).toBeVisible();

    await facts.fill("losing_evidence");
    await evidence.getByRole("button", { name: "Save" }).click();
    await expectToastBehind(page, "We haven’t sent the evidence to the bank yet.");
    await evidence.getByRole("button", { name: "Submit evidence" }).click();
    await evidence.getByRole("button", { name: "Yes, submit to the bank" }).click();
    await expect(record).toContainText("Under review");
    await expect(evidence).toHaveCount(0);
    await expect
      .poll(() => driver.api.isPaid("ticket", driver.item), { timeout: 60_000 })
      .toBe(false);
    await page.reload();
    await expect(record).toContainText("Lost");
    await driver.page.reload();
    await expect(driver.page.getByText("Reversed by your bank", { exact: true })).toBeVisible();
    await driver.context.close();
  },
);
