import { readFile } from "node:fs/promises";
import { CARDS, expectConfirmed, payWith } from "../support/card";
import { screenChecker } from "../support/screens";
import { ADMIN, type Api, expect, journeyOnPhone, onPhone, type Page, test } from "../support/test";

const RECEIPT = /^lanewise-receipt-L[WH]-\d{8}-\d{6}\.pdf$/;

/** Pays the toll with this id. Returns the confirmation number. */
async function payToll(page: Page, id: number): Promise<string> {
  await page.goto(`/payment?type=toll&amount=6.40&id=${id}`);
  await payWith(page, CARDS.good);
  return expectConfirmed(page, "Toll Payment Confirmed");
}

/** Files an item as staff and marks it paid by hand. */
async function recordPaid(api: Api, list: string, item: object): Promise<void> {
  const filed = await api.post(`/api/${list}`, { date: "2026-03-01", amount: "$40", ...item });
  expect(filed.status(), `file in ${list}`).toBe(201);
  const { id } = (await filed.json()) as { id: number };
  await api.patch(`/api/${list}/${id}`, { isPaid: true });
}

/** Clicks a link that saves a file. Returns the file's name and its first five bytes. */
async function saveFile(page: Page, name: RegExp) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name }).click(),
  ]);
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), start: bytes.subarray(0, 5).toString("latin1") };
}

test("Download Receipt saves a PDF", journeyOnPhone, async ({ page, api }, info) => {
  const shot = screenChecker(page, info);
  const { item } = await api.logInToPay("toll");
  await payToll(page, item.id);
  await page.route("**/receipt", (route) => route.abort());
  await page.getByRole("link", { name: "Download Receipt" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "We couldn’t download the receipt. Your payment is recorded. Please try again.",
  );
  await shot("confirmation-receipt-failed");
  await page.unroute("**/receipt");
  const file = await saveFile(page, /Download Receipt/);
  expect(file.name).toMatch(RECEIPT);
  expect(file.start).toBe("%PDF-");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test(
  "the receipt link is marked as busy while a slow receipt loads",
  onPhone,
  async ({ page, api }) => {
    const { item } = await api.logInToPay("toll");
    await payToll(page, item.id);
    let go = () => {};
    const waiting = new Promise<void>((done) => {
      go = done;
    });
    await page.route("**/receipt", async (route) => {
      await waiting;
      await route.continue();
    });
    const link = page.getByRole("link", { name: "Download Receipt" });
    await link.click();
    await expect(link).toHaveAttribute("aria-busy", "true");
    const [file] = await Promise.all([page.waitForEvent("download"), go()]);
    expect(file.suggestedFilename()).toMatch(RECEIPT);
    await expect(link).not.toHaveAttribute("aria-busy");
  },
);

test(
  "a payment is listed with its receipt and can be searched",
  journeyOnPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("toll");
    await page.goto("/payments");
    const number = await payToll(page, item.id);
    await page.getByRole("navigation", { name: "Main" }).getByText("Payments").click();
    await expect(page.getByRole("heading", { level: 1, name: "Payments" })).toBeVisible();
    const row = page.getByRole("listitem").filter({ hasText: number });
    await expect(row).toContainText("SH 130 Toll");
    await expect(row).toContainText("$6.40");
    await expect(row).toContainText("Completed");
    await expect(row).not.toContainText(`#${item.id}`);
    await expect(page.getByText(/^\$[\d.,]+ paid by card in \d{4}$/)).toBeVisible();
    await shot("payments-one");
    expect((await saveFile(page, new RegExp(`Receipt for SH 130 Toll, ${number}`))).name).toMatch(
      RECEIPT,
    );
    await page.getByLabel("Search payments").fill(number.slice(5).toLowerCase());
    await expect(page).toHaveURL(new RegExp(`q=${number.slice(5).toLowerCase()}`));
    await expect(row).toBeVisible();
    await page.getByText("Parking", { exact: true }).click();
    await expect(page.getByText("No matching payments")).toBeVisible();
    await shot("payments-no-match");
    await page.getByRole("button", { name: "Show all payments" }).click();
    await expect(row).toBeVisible();
    await expect(page.getByLabel("Search payments")).toHaveValue("");
  },
);

test(
  "payments recorded by staff are listed without a receipt",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const driver = await api.signUp();
    await api.logIn(ADMIN);
    const userId = driver.id;
    await recordPaid(api, "tolls", { userId, tollRoad: "SH 130" });
    const meter = { violationType: "Expired meter", location: "Elm St" };
    await recordPaid(api, "parking", { userId, ...meter });
    expect((await api.post(`/api/admin/bulk-update/${userId}`, {})).ok()).toBe(true);
    await api.logIn(driver.email);
    await page.goto("/payments");
    await expect(page.getByText("Our team marked this as paid").first()).toBeVisible();
    await expect(page.getByRole("link", { name: /^Receipt/ })).toHaveCount(0);
    await shot("payments");
    await page.getByText("Tolls", { exact: true }).click();
    await expect(page.getByRole("listitem")).toHaveCount(1);
    await expect(page).toHaveURL(/type=toll/);
    await page.reload();
    await expect(page.getByRole("radio", { name: "Tolls" })).toBeChecked();
    await expect(page.getByRole("listitem")).toHaveCount(1);
  },
);

test(
  "an empty payment history shows a message, and a driver can retry one that didn't load",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    await api.signUp();
    await page.goto("/payments");
    await expect(page.getByText("No payments yet")).toBeVisible();
    await shot("payments-empty");
    await page.route("**/api/payment-history/**", (route) => route.abort());
    await page.reload();
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await shot("payments-failed");
    await page.unroute("**/api/payment-history/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("No payments yet")).toBeVisible();
  },
);
