import { expect, type Page } from "@playwright/test";

/** The provider's published test cards. */
export const CARDS = {
  good: "4242424242424242",
  declined: "4000000000000002",
  noFunds: "4000000000009995",
  secure: "4000002500003155",
  /** Refunds to this card stay pending for a moment. */
  slowRefund: "4000000000007726",
  /** Refunds to this card succeed at first and fail a moment later. */
  failingRefund: "4000000000005126",
  /** This card's bank charges the payment back right away. */
  chargeback: "4000000000000259",
} as const;

export const cardForm = (page: Page) =>
  page.frameLocator('iframe[title="Secure payment input frame"]');

/**
 * Expects that the document was loaded for the payment page if the payment page is shown, and for
 * another screen otherwise. The two kinds of documents have different security headers.
 */
export async function expectOwnDocument(page: Page): Promise<void> {
  const sentFor = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation");
    return new URL(navigation?.name ?? "about:blank").pathname;
  });
  const isCheckout = (path: string) => path === "/payment";
  expect(isCheckout(sentFor), `the document of ${sentFor}`).toBe(
    isCheckout(new URL(page.url()).pathname),
  );
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await expectOwnDocument(page);
  const form = cardForm(page);
  await form.getByLabel("Card number").fill(number);
  await form.getByLabel("Expiration date").fill("12 / 34");
  await form.getByLabel("Security code").fill("123");
  await form.getByLabel("ZIP code").fill("78701");
}

export const payButton = (page: Page) => page.getByRole("button", { name: /^Pay \$/ });

/** Fills in the card form with this card number, and clicks Pay. */
export async function payWith(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await payButton(page).click();
}

/** Answers the bank's 3-D Secure challenge. */
export async function answerChallenge(page: Page, answer: "Complete" | "Fail"): Promise<void> {
  const bank = page.frameLocator('iframe[title="3-D Secure authentication"]');
  await bank.getByRole("button", { name: answer }).click();
}

/** The error in the payment form, not the toast with the same text. */
export const formError = (page: Page) => page.locator("form").getByRole("alert");

/** Expects a confirmed payment with this heading. Returns the confirmation number. */
export async function expectConfirmed(page: Page, title: string): Promise<string> {
  await expect(page).toHaveURL(/\/confirmation\?/);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const number = page.getByText(/^CONF-[0-9A-Z]{10}$/);
  await expect(number).toBeVisible();
  return (await number.textContent()) ?? "";
}
