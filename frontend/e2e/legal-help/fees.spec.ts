import { hireLawyer, openDialog, moveToAppearanceFiled, test } from "../support/cases";
import { expectToastBehind, rowOf } from "../support/desk";
import { screenChecker } from "../support/screens";
import { expect, onDesktop } from "../support/test";

test.describe.configure({ timeout: 180_000 });

test(
  "staff send a fee to the lawyer's trust account, and recover a part after the lawyer withdraws",
  onDesktop,
  async ({ people }, info) => {
    const { driver, staff } = people;
    const id = await hireLawyer(driver);
    const lawyer = await moveToAppearanceFiled(people, id);
    const [made] = await driver.api.get<{ confirmationNumber: string }[]>("/api/lawyer-hires");
    const number = made?.confirmationNumber ?? "";
    const { lawyer: record } = await staff.api.get<{ lawyer: { name: string } }>(
      `/api/admin/cases/${id}`,
    );
    const { page } = staff;
    await page.goto("/admin/remittances");
    await expect(rowOf(page, "Owed to authorities and lawyers", record.name)).toContainText("$");
    await page.getByRole("button", { name: `Prepare remittance for ${record.name}` }).click();
    const panel = page.getByRole("region", { name: /^Remittance \d+$/ });
    await expect(panel).toContainText(number);
    await expect(panel).toContainText("Trust account");
    await screenChecker(page, info)("admin-fee-prepared");
    const file = page.waitForEvent("download");
    await panel.getByRole("link", { name: "Download CSV" }).click();
    expect((await file).suggestedFilename()).toMatch(/^lanewise-remittance-\d+\.csv$/);
    await panel.getByRole("button", { name: "Record as sent" }).click();
    const sent = page.getByRole("dialog", { name: /as sent$/ });
    await sent.getByLabel("Reference").fill("ACH 5511");
    await sent.getByRole("button", { name: "Record as sent" }).click();
    await expectToastBehind(page, `to ${record.name}.`);
    await expect(panel).toContainText("ACH 5511");

    // Sending the fee changes nothing for the lawyer, who then withdraws.
    await lawyer.page.goto(`/lawyer/cases/${id}`);
    await expect(
      lawyer.page.getByText("Registered with the court", { exact: true }).first(),
    ).toBeVisible();
    await expect(lawyer.page.getByText("ACH 5511")).toHaveCount(0);
    const leaving = await openDialog(lawyer.page, "Withdraw");
    await expect(leaving).toContainText("we’ll refund the driver what you haven’t earned");
    await leaving.getByLabel("Reason").fill("I’m ill.");
    await leaving.getByRole("button", { name: "Withdraw" }).click();
    await expect(lawyer.page).toHaveURL(/\/lawyer$/);

    // While the driver can still cancel, the full price is refunded. The lawyer must return the part that isn't earned.
    await page.reload();
    const toRecover = rowOf(page, "To recover from authorities and lawyers", number);
    await expect(toRecover).toContainText(record.name);
    await expect(toRecover).toContainText("$37.50");
    await screenChecker(page, info)("admin-fee-to-recover");
    await driver.page.goto("/legal-help");
    await expect(driver.page.getByText("I’m ill.")).toBeVisible();
    await expect(driver.page.getByText(/refund(ed|ing) \$75/).first()).toBeVisible();
  },
);
