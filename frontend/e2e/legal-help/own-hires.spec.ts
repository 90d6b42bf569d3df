import { CARDS, expectConfirmed, payWith } from "../support/card";
import { screenChecker } from "../support/screens";
import { expect, onPhone, type Page, test, toastOf, journeyOnPhone } from "../support/test";

test.describe.configure({ timeout: 60_000 });

/** Hires a lawyer for the ticket with this id, and pays with this card. */
async function hireALawyer(page: Page, id: number, card: string = CARDS.good) {
  await page.goto(`/payment?type=lawyer&amount=75&id=${id}`);
  await payWith(page, card);
  await expectConfirmed(page, "Lawyer Consultation Requested");
}

// The first sentence shows if staff handle the case, the second while the case is offered to lawyers.
const HIRED = /^(A lawyer is working on this ticket|No lawyer represents you yet)$/;

test(
  "a driver follows a hire, adds contact details and cancels it in time for a full refund",
  journeyOnPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("ticket");
    await page.goto("/legal-help");
    await expect(page.getByText("No lawyer hired yet")).toBeVisible();
    await shot("legal-help-empty");
    await hireALawyer(page, item.id);
    await page.goto("/driving-profile");
    await expect(page.getByRole("button", { name: /^Hire Lawyer/ })).toHaveCount(0);
    // Neither a link nor the plea step offers a second lawyer.
    await page.goto(`/driving-profile?lawyer=${item.id}`);
    await expect(toastOf(page)).toContainText("You already have a lawyer for this ticket");
    await expect(page).toHaveURL(/\/driving-profile\?user=\d+$/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto(`/payment?type=ticket&amount=150&id=${item.id}`);
    await expect(page.getByText(HIRED)).toBeVisible();
    await expect(page.getByRole("button", { name: "Dispute" })).toHaveCount(0);
    await expect(
      page.getByRole("link", { name: /^See your (lawyer|legal help)$/ }),
    ).toHaveAttribute("href", /^\/legal-help#hire-\d+$/);
    await page.goto("/driving-profile");
    await page.getByRole("link", { name: "Lawyer hired for Speeding" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Your Legal Help" })).toBeVisible();
    const card = page.getByRole("region", { name: "Lawyer for Speeding" });
    await expect(card).toContainText("$75");
    await expect(card).toContainText("Pending");
    await expect(card).toContainText(/CONF-[0-9A-Z]{10}/);
    await expect(card).toContainText(/Cancel for a full refund until .+ left/);
    await shot("legal-help");
    await card.getByRole("button", { name: "Add your phone or email" }).click();
    await page.getByLabel("Phone").pressSequentially("5559876543");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(card).toContainText("(555) 987-6543");
    const cancel = card.getByRole("button", { name: /^Cancel/ });
    await cancel.click();
    await expect(page.getByRole("dialog")).toContainText("We’ll refund the full $75");
    await shot("legal-help-cancel");
    await page.getByRole("button", { name: "Keep my lawyer" }).click();
    await expect(cancel).toBeFocused();
    await cancel.click();
    await page.getByRole("button", { name: "Cancel and refund" }).click();
    await expect(card).toContainText("Canceled and refunded");
    await expect(toastOf(page)).toContainText("We refunded $75 to your card.");
    await expect(cancel).toHaveCount(0);
    await shot("legal-help-refunded");
    await page.reload();
    await expect(card).toContainText("Canceled and refunded");
    // After the cancellation, the ticket can be paid, or fought by another lawyer.
    await page.goto("/driving-profile");
    await expect(page.getByRole("button", { name: "Hire Lawyer for Speeding" })).toBeVisible();
  },
);

test("a driver sees why a hire couldn't be canceled", onPhone, async ({ page, api }, info) => {
  const shot = screenChecker(page, info);
  const { item } = await api.logInToPay("ticket");
  await hireALawyer(page, item.id);
  await page.goto("/legal-help");
  const cancelled = "**/api/lawyer-hires/*/cancel";
  await page.route(cancelled, (route) => route.abort());
  await page.getByRole("button", { name: /^Cancel/ }).click();
  await page.getByRole("button", { name: "Cancel and refund" }).click();
  const alert = page.getByRole("dialog").getByRole("alert");
  await expect(alert).toContainText(
    "We couldn’t confirm the cancellation. Please try again. You won’t be refunded twice.",
  );
  await shot("legal-help-cancel-failed");
  await page.unroute(cancelled);
  await page.route(cancelled, (route) =>
    route.fulfill({
      status: 409,
      json: {
        code: "cancellation_closed",
        message: "The time to cancel for a full refund has passed.",
        requestId: "1",
      },
    }),
  );
  await page.getByRole("button", { name: "Cancel and refund" }).click();
  await expect(alert).toContainText("The time to cancel for a full refund has passed.");
});

/** Cancels the only hire. */
async function cancelHire(page: Page) {
  await page.goto("/legal-help");
  await page.getByRole("button", { name: /^Cancel/ }).click();
  await page.getByRole("button", { name: "Cancel and refund" }).click();
}

/** Reloads until the page shows the text, because the provider reports a refund's result later. */
async function reloadUntil(page: Page, text: string) {
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(text, { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 20_000 });
}

test(
  "a slow refund is shown as on its way, then as refunded",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("ticket");
    await hireALawyer(page, item.id, CARDS.slowRefund);
    await cancelHire(page);
    await expect(toastOf(page)).toContainText("Your refund of $75 is on its way.");
    await expect(page.getByText("Your refund is on its way", { exact: true })).toBeVisible();
    await shot("legal-help-pending");
    await reloadUntil(page, "Canceled and refunded");
    // Canceling again from an outdated tab returns the same hire and changes nothing.
    const [hire] = await api.get<{ id: number }[]>("/api/lawyer-hires");
    const again = await api.post(`/api/lawyer-hires/${hire?.id}/cancel`, {});
    expect(await again.json()).toMatchObject({ status: "Cancelled", refund: "refunded" });
  },
);

test(
  "a refund that the bank returns after it succeeded is shown as failed",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("ticket");
    await hireALawyer(page, item.id, CARDS.failingRefund);
    await cancelHire(page);
    await expect(toastOf(page)).toContainText("We refunded $75 to your card.");
    await reloadUntil(page, "Your refund failed, and we’re working on it");
    await expect(page.getByText("Canceled and refunded")).toHaveCount(0);
    await shot("legal-help-failed");
  },
);

test(
  "a ticket with a lawyer is not due, and the page asks for confirmation before it is paid",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("ticket");
    await hireALawyer(page, item.id);
    await page.goto("/driving-profile");
    const nextDue = page.getByRole("region", { name: "Next Due" });
    // Neither the sum nor the list includes the ticket that a lawyer handles.
    await expect(nextDue).toContainText("2 unpaid, $51.90");
    await expect(nextDue.getByRole("listitem")).toHaveCount(2);
    await expect(
      page.getByText(/^(Lawyer working on it|No lawyer represents you yet)$/),
    ).toBeVisible();
    await shot("profile-with-lawyer");
    await page.getByRole("link", { name: "Pay for Speeding" }).click();
    // Wait for the ticket: until it has loaded, Pay opens the card form, which asks the same question.
    await expect(page.getByText(HIRED)).toBeVisible();
    await page.getByRole("button", { name: "Pay $150" }).click();
    const question = page.getByRole("dialog");
    await expect(question).toContainText("Paying ends your legal help for this ticket.");
    await shot("pay-despite-lawyer");
    await question.getByRole("button", { name: "Keep legal help" }).click();
    await expect(page).toHaveURL(/type=ticket/);
    // The card form also asks for confirmation if it is opened by URL.
    await page.goto(`/payment?type=ticket&amount=150&id=${item.id}&step=pay`);
    await expect(page.getByText("Pay this ticket even though you hired a lawyer?")).toBeVisible();
    await page.getByRole("button", { name: "Pay anyway" }).click();
    await payWith(page, CARDS.good);
    await expectConfirmed(page, "Payment Confirmed");
    await page.goto("/legal-help");
    const card = page.getByRole("region", { name: "Lawyer for Speeding" });
    await expect(card).toContainText("You have paid this ticket");
    // Paying ended the case before the lawyer filed an appearance, so the full price is refunded.
    await expect(card).toContainText(/refund/);
    await expect(card.getByRole("button", { name: /^Cancel/ })).toHaveCount(0);
  },
);
