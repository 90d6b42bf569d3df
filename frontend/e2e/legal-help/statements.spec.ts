import { screenChecker } from "../support/screens";
import { ADMIN, expect, test, toastOf } from "../support/test";

test("staff record, correct and remove the payment of a monthly fee", async ({
  page,
  api,
}, info) => {
  const shot = screenChecker(page, info);
  // Each width has its own lawyer and references, because both use the same server at the same time.
  const [lawyer, reference, corrected] =
    info.project.name === "phone"
      ? ["Claire Whitmore", "ACH 4799", "ACH 4800"]
      : ["Imani Brooks", "ACH 4801", "ACH 4802"];
  const button = (action: string) => page.getByRole("button", { name: `${action}: ${lawyer}` });
  await api.logIn(ADMIN);
  await page.goto("/admin/statements");
  await expect(
    page.getByText(/A lawyer with a monthly fee pays Lanewise the same fixed amount every month\./),
  ).toBeVisible();
  await button("Record payment").click();
  const form = page.getByRole("dialog");
  await expect(form.getByLabel("Reference")).toBeFocused();
  await form.getByRole("button", { name: "Record payment" }).click();
  await expect(form.getByText("Enter the bank’s reference")).toBeVisible();
  await shot("admin-statement-paid");
  await form.getByLabel("Reference").fill(reference);
  await form.getByRole("button", { name: "Record payment" }).click();
  await expect(toastOf(page)).toContainText("Payment Recorded");
  await expect(page.getByText(reference)).toBeVisible();

  await button("Edit payment").click();
  await form.getByLabel("Reference").fill(corrected);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(corrected)).toBeVisible();
  await shot("admin-statements");
  const pdf = page.waitForEvent("download");
  await page.getByRole("link", { name: new RegExp(`PDF\\s*for ${lawyer}`) }).click();
  expect((await pdf).suggestedFilename()).toMatch(/^lanewise-statement-LS-\d{6}-\d{6}\.pdf$/);

  await button("Remove payment").click();
  await form.getByRole("button", { name: "Remove payment" }).click();
  await expect(form).toBeHidden();
  await expect(button("Record payment")).toBeVisible();
  await expect(page.getByText(corrected)).toHaveCount(0);
  // The demo data has payments for the month before.
  await page.getByLabel("Month", { exact: true }).selectOption({ index: 2 });
  await expect(page.getByText("ACH 4711")).toBeVisible();
});
