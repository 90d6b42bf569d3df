import {
  answerChallenge,
  CARDS,
  cardForm,
  expectConfirmed,
  payWith,
  formError,
} from "../support/card";
import { countEmails } from "../support/mail";
import {
  cardOf,
  expect,
  type ItemKind,
  onPhone,
  test,
  toastOf,
  journeyOnPhone,
} from "../support/test";

const KINDS = [
  {
    kind: "ticket",
    card: "Traffic Tickets",
    title: "Traffic Ticket Payment",
    amount: "150.00",
    shown: "$150",
    confirmed: "Payment Confirmed",
  },
  {
    kind: "parking",
    card: "Parking Tickets",
    title: "Parking Violation Payment",
    amount: "45.50",
    shown: "$45.50",
    confirmed: "Payment Confirmed",
  },
  {
    kind: "toll",
    card: "Tolls",
    title: "Toll Payment",
    amount: "6.40",
    shown: "$6.40",
    confirmed: "Toll Payment Confirmed",
  },
] as const satisfies readonly { kind: ItemKind; [text: string]: string }[];

for (const { kind, card, title, amount, shown, confirmed } of KINDS) {
  const address = (id: number) => `/payment?type=${kind}&amount=${amount}&id=${id}&step=pay`;

  test(`a ${kind} is paid once from the profile`, journeyOnPhone, async ({ page, api }) => {
    const { item, email } = await api.logInToPay(kind);
    await page.goto("/driving-profile");
    await cardOf(page, card).getByRole("link", { name: /^Pay/ }).click();
    if (kind === "ticket") {
      const warning = "If you pay this ticket, you are agreeing to a plea of guilt.";
      await expect(page.getByText(warning)).toBeVisible();
      await page.getByRole("button", { name: "Pay" }).click();
    }
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText("Amount Due")).toBeVisible();
    await payWith(page, CARDS.good);
    const number = await expectConfirmed(page, confirmed);
    await expect(page.getByText("Amount paid").locator("..")).toContainText(shown);
    await expect(page.getByText("Visa ending in 4242")).toBeVisible();
    await expect(
      page.getByText(/^2 items left\. The next is due [A-Z][a-z]{2} \d+\.$/),
    ).toBeVisible();
    expect(page.url()).not.toContain("client_secret");
    // The receipt is also sent by email, once.
    await expect.poll(() => countEmails(page, email, "Attached: lanewise-receipt-LW-")).toBe(1);
    await page.reload();
    expect(await expectConfirmed(page, confirmed)).toBe(number);
    await page.getByRole("link", { name: "Return to Dashboard" }).click();
    await cardOf(page, card)
      .getByRole("button", { name: /^Recently paid/ })
      .click();
    await expect(
      cardOf(page, card).getByRole("button", { name: "Paid", exact: true }),
    ).toBeDisabled();
    await page.goto(address(item.id));
    await expect(page.getByText(/is already paid/)).toBeVisible();
  });
}

test(
  "a driver can pay a ticket after two declined attempts",
  journeyOnPhone,
  async ({ page, api }) => {
    const { item } = await api.logInToPay("ticket");
    await page.goto(`/payment?type=ticket&amount=150.00&id=${item.id}&step=pay`);
    await payWith(page, CARDS.declined);
    await expect(formError(page)).toContainText("Your card was declined.");
    await expect(toastOf(page)).toContainText("Payment Failed");
    // After the failure, the form still has its input.
    await expect(cardForm(page).getByLabel("Security code")).toHaveValue("123");
    await payWith(page, CARDS.noFunds);
    await expect(formError(page)).toContainText("Your card has insufficient funds.");
    expect(await api.isPaid("ticket", item)).toBe(false);
    await payWith(page, CARDS.good);
    await expectConfirmed(page, "Payment Confirmed");
    expect(await api.isPaid("ticket", item)).toBe(true);
  },
);

test(
  "a toll is paid with 3-D Secure after a failed attempt",
  journeyOnPhone,
  async ({ page, api }) => {
    const { item } = await api.logInToPay("toll");
    await page.goto(`/payment?type=toll&amount=6.40&id=${item.id}&step=pay`);
    await payWith(page, CARDS.secure);
    await answerChallenge(page, "Fail");
    await expect(formError(page)).toContainText("authenticate");
    expect(await api.isPaid("toll", item)).toBe(false);
    await payWith(page, CARDS.secure);
    await answerChallenge(page, "Complete");
    await expectConfirmed(page, "Toll Payment Confirmed");
    expect(await api.isPaid("toll", item)).toBe(true);
  },
);

test("a driver pays with a wallet in one click", onPhone, async ({ page, api }) => {
  const { item } = await api.logInToPay("toll");
  await page.goto(`/payment?type=toll&amount=6.40&id=${item.id}`);
  for (const wallet of ["Apple Pay", "Google Pay", "Link"])
    await expect(page.getByRole("button", { name: wallet, exact: true })).toBeVisible();
  await expect(page.getByText("Or pay by card")).toBeVisible();
  await page.getByRole("button", { name: "Google Pay", exact: true }).click();
  await expectConfirmed(page, "Toll Payment Confirmed");
  expect(await api.isPaid("toll", item)).toBe(true);
});

test(
  "the checkout fits a phone screen, with the summary collapsed",
  onPhone,
  async ({ page, api }) => {
    const { item } = await api.logInToPay("ticket");
    await page.goto(`/payment?type=ticket&amount=150&id=${item.id}&step=pay`);
    const pay = page.getByRole("button", { name: "Pay $150" });
    await expect(pay).toBeEnabled();
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    // Wallets, card form and button are visible without scrolling. The summary is one line that expands.
    const bottom = () => pay.evaluate((button) => button.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThanOrEqual(844);
    await expect(page.getByText(/^Driver: /)).toBeHidden();
    await page.getByRole("button", { name: "Payment Summary" }).click();
    await expect(page.getByText(/^Driver: /)).toBeVisible();
  },
);

test(
  "an incomplete card number shows an error and is not charged",
  onPhone,
  async ({ page, api }) => {
    const { item } = await api.logInToPay("toll");
    await page.goto(`/payment?type=toll&amount=6.40&id=${item.id}`);
    await cardForm(page).getByLabel("Card number").fill("4242");
    await page.getByRole("button", { name: "Pay $6.40" }).click();
    await expect(cardForm(page).getByText("Your card number is incomplete.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Pay $6.40" })).toBeEnabled();
    expect(await api.isPaid("toll", item)).toBe(false);
  },
);

test("a parking ticket's details link to its payment", onPhone, async ({ page, api }) => {
  await api.logInToPay("parking");
  await page.goto("/driving-profile");
  await cardOf(page, "Parking Tickets")
    .getByRole("link", { name: /See all details/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Parking Ticket" })).toBeVisible();
  await expect(page.getByText("Expired meter")).toBeVisible();
  await page.getByRole("link", { name: "Pay $45.50" }).click();
  await expect(page.getByRole("heading", { name: "Parking Violation Payment" })).toBeVisible();
});
