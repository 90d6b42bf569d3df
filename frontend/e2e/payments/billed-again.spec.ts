import { CARDS, expectConfirmed, payWith } from "../support/card";
import { expectToastBehind, logInPayingDriver, payTicket, rowOf, test } from "../support/desk";
import { screenChecker } from "../support/screens";
import { Api, expect, onDesktop, onPhone, type Page } from "../support/test";

test.describe.configure({ timeout: 120_000 });

type Obligation = { paymentId: number; confirmationNumber: string };
type Made = { id: number };

const progressSteps = (page: Page) =>
  page.getByRole("list", { name: /^Payment progress/ }).getByRole("listitem");

test(
  "a driver who is billed again gets a letter immediately, and staff record the outcome with proof",
  onDesktop,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const driver = await logInPayingDriver(browser, baseURL ?? "");
    const driverShot = screenChecker(driver.page, info);
    const number = await payTicket(driver);

    // The driver reports the second bill in the ticket's details, before the payment was sent.
    await driver.page.goto("/driving-profile");
    await driver.page.getByRole("button", { name: /^Recently paid/ }).click();
    await driver.page.getByRole("button", { name: /^See all details/ }).click();
    const details = driver.page.getByRole("dialog");
    await expect(progressSteps(driver.page)).toHaveCount(3);
    await details.getByRole("button", { name: /^I got another bill/ }).dblclick();
    await expect(details).toContainText("Don’t pay twice");
    await expect(details.getByRole("button", { name: /^I got another bill/ })).toHaveCount(0);
    const letter = driver.page.waitForEvent("download");
    await details.getByRole("link", { name: /^Letter for the court/ }).click();
    expect((await letter).suggestedFilename()).toMatch(/^lanewise-proof-of-payment-LW-.+\.pdf$/);
    await driverShot("ticket-billed-again");

    // The payment is sent to its court, with proof.
    const owed = await api.get<Obligation[]>("/api/admin/obligations");
    const own = owed.find((one) => one.confirmationNumber === number);
    expect(own, "the payment is owed and has no authority yet").toBeTruthy();
    const create = async (path: string, body: object) =>
      (await (await api.post(path, body)).json()) as Made;
    const court = await create("/api/admin/authorities", {
      name: `Court ${crypto.randomUUID()}`,
      kind: "court",
    });
    await api.post(`/api/admin/authorities/${court.id}/payments`, { paymentIds: [own?.paymentId] });
    const { id } = await create("/api/admin/remittances", { authorityId: court.id });
    const sentOn = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format();
    await api.post(`/api/admin/remittances/${id}/sent`, { sentOn, reference: "ACH 4711" });
    await page.goto(`/admin/remittances?remittance=${id}`);
    const proof = page.getByRole("region", { name: "Proof", exact: true });
    const bring = (name: string, content: string) =>
      proof.getByLabel("Upload proof").setInputFiles({
        name,
        mimeType: "application/pdf",
        buffer: Buffer.from(content, "latin1"),
      });
    await bring("statement.pdf", "MZ a program");
    await expect(proof).toContainText("Choose a PDF, JPEG or PNG file.");
    await bring("statement.pdf", "%PDF-1.7\n%%EOF\n");
    await expect(proof.getByRole("listitem")).toHaveCount(1);
    await bring("second.pdf", "%PDF-1.7\n%%EOF\n");
    await expect(proof.getByRole("listitem")).toHaveCount(2);
    await shot("admin-remittance-proof");
    await proof.getByRole("button", { name: "Delete second.pdf" }).click();
    const removing = page.getByRole("dialog", { name: "Delete this proof?" });
    await removing.getByRole("button", { name: "Delete" }).click();
    await expect(proof.getByRole("listitem")).toHaveCount(1);
    const saved = page.waitForEvent("download");
    await proof.getByRole("link", { name: "statement.pdf" }).click();
    expect((await saved).suggestedFilename()).toMatch(/^lanewise-remittance-\d+-proof-\d+\.pdf$/);

    // Staff record the outcome.
    await page.goto("/admin/billed-again");
    const open = rowOf(page, "Unresolved", number);
    await expect(open).toContainText("(ref. ACH 4711)");
    await expect(open).toContainText("statement.pdf");
    await shot("admin-billed-again-open");
    await page.getByRole("button", { name: `Resolve: ${number}` }).click();
    const settle = page.getByRole("dialog", { name: "Resolve the bill for a paid item" });
    await settle.getByRole("button", { name: "Resolve" }).click();
    await expect(settle).toContainText("Choose an outcome.");
    await settle.getByLabel("Outcome").selectOption("The authority accepted the payment");
    await settle.getByLabel("What you found").fill("The clerk found it under ACH 4711.");
    await shot("admin-billed-again-settle");
    await settle.getByRole("button", { name: "Resolve" }).click();
    await expectToastBehind(page, "We’ll email ");
    await expect(open).toHaveCount(0);
    await expect(rowOf(page, "Resolved", number)).toContainText(
      "The clerk found it under ACH 4711.",
    );
    await shot("admin-billed-again");

    await driver.page.goto("/payments");
    await expect(driver.page.getByRole("main")).toContainText("The clerk found it under ACH 4711.");
    await expect(progressSteps(driver.page).nth(1)).toContainText("(ref. ACH 4711)");
    await driverShot("payments-billed-again");
    await driver.context.close();
  },
);

test(
  "a driver sees the progress of the payment for a paid toll",
  onPhone,
  async ({ browser, baseURL }, info) => {
    const context = await browser.newContext({ baseURL, serviceWorkers: "block" });
    const driver = new Api(context);
    const { item } = await driver.logInToPay("toll");
    const page = await context.newPage();
    await page.goto("/driving-profile");
    await page.getByRole("link", { name: "See all details for SH 130 Toll" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Toll" })).toBeVisible();
    await page.getByRole("link", { name: /^Pay \$/ }).click();
    await payWith(page, CARDS.good);
    await expectConfirmed(page, "Payment Confirmed");
    await page.goto(`/payment?toll=${item.id}&user=${item.userId}`);
    await expect(progressSteps(page)).toHaveCount(3);
    await expect(page.getByRole("button", { name: /^I got another bill/ })).toBeVisible();
    await screenChecker(page, info)("toll-paid");
    await context.close();
  },
);
