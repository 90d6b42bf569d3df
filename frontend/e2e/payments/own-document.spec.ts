import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { cardForm, expectOwnDocument } from "../support/card";
import { cardOf, expect, journeyOnPhone, onPhone, type Page, test } from "../support/test";

/** The page of a fake wallet popup on another origin. The page's button posts "paid" to the page that opened it. */
const WALLET = `<!doctype html><title>Wallet</title><button>Pay with wallet</button>
<script>document.querySelector("button").onclick = () => opener.postMessage("paid", "*");</script>`;

let wallet: Server;
let walletUrl: string;

test.beforeAll(async () => {
  wallet = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(WALLET));
  await new Promise<void>((done) => wallet.listen(0, "localhost", done));
  walletUrl = `http://localhost:${(wallet.address() as AddressInfo).port}/`;
});
test.afterAll(() => wallet.close());

/** Opens the wallet's window like the provider's script does, and checks that it stays open and its message arrives. */
async function payInWindow(page: Page): Promise<void> {
  const opened = page.waitForEvent("popup");
  await page.evaluate((url) => {
    const walletMessages: unknown[] = [];
    addEventListener("message", ({ data, origin }) => {
      if (url.startsWith(origin)) walletMessages.push(data);
    });
    Object.assign(window, { walletMessages, wallet: window.open(url) });
  }, walletUrl);
  const popup = await opened;
  await popup.waitForLoadState();
  expect(await popup.evaluate(() => window.opener !== null), "the window has its opener").toBe(
    true,
  );
  await popup.getByRole("button", { name: "Pay with wallet" }).click();
  await expect
    .poll(() => page.evaluate(() => (window as { walletMessages?: unknown }).walletMessages))
    .toEqual(["paid"]);
  const isClosed = () => page.evaluate(() => (window as { wallet?: Window }).wallet?.closed);
  expect(await isClosed(), "the window is still open for the page").toBe(false);
  await popup.close();
}

test(
  "the payment page receives a message from a wallet's window on another site",
  journeyOnPhone,
  async ({ page, api }) => {
    await api.logInToPay("toll");
    await page.goto("/driving-profile");
    await cardOf(page, "Tolls").getByRole("link", { name: /^Pay/ }).click();
    await expect(cardForm(page).getByLabel("Card number")).toBeVisible();
    await payInWindow(page);
    await expectOwnDocument(page);
  },
);

/** The ways from the profile to the card form, by name. */
const WAYS: [string, (page: Page) => Promise<void>][] = [
  [
    "a ticket's plea step",
    async (page) => {
      await cardOf(page, "Traffic Tickets").getByRole("link", { name: /^Pay/ }).click();
      await page.getByRole("button", { name: "Pay" }).click();
    },
  ],
  [
    "a ticket's dispute",
    async (page) => {
      await cardOf(page, "Traffic Tickets").getByRole("link", { name: /^Pay/ }).click();
      await page.getByRole("button", { name: "Dispute" }).click();
      await page.getByRole("button", { name: "Continue" }).click();
    },
  ],
  [
    "the lawyer's offer",
    async (page) => {
      await cardOf(page, "Traffic Tickets").getByRole("button", { name: "Hire Lawyer" }).click();
      await page.getByRole("button", { name: "Continue" }).click();
    },
  ],
  [
    "a toll's details",
    async (page) => {
      await cardOf(page, "Tolls")
        .getByRole("link", { name: /See all details/ })
        .click();
      await page.getByRole("link", { name: /^Pay \$/ }).click();
    },
  ],
  [
    "the list of what is due",
    async (page) => {
      await page.goto("/due");
      await page.getByRole("main").getByRole("link", { name: /^Pay/ }).first().click();
      const pay = page.getByRole("button", { name: /^Pay/ });
      await expect(pay.first()).toBeVisible();
      if (await page.getByRole("heading", { name: "Your Ticket" }).isVisible()) await pay.click();
    },
  ],
];

for (const [way, go] of WAYS) {
  test(
    `the card form is in its own document when opened from ${way}`,
    onPhone,
    async ({ page, api }) => {
      await api.logInToPay("ticket");
      await page.goto("/driving-profile");
      await go(page);
      await expect(cardForm(page).getByLabel("Card number")).toBeVisible();
      await expectOwnDocument(page);
      // A link to another screen loads a document without the payment page's security policy. Back loads a document
      // with the policy.
      await page.getByRole("link", { name: "Lanewise", exact: true }).click();
      await expect(page.getByRole("heading", { name: "Tolls" })).toBeVisible();
      await expectOwnDocument(page);
      await page.goBack();
      await expect(cardForm(page).getByLabel("Card number")).toBeVisible();
      await expectOwnDocument(page);
    },
  );
}

test("the payment page is in its own document after the login", onPhone, async ({ page, api }) => {
  const { item, email } = await api.logInToPay("toll");
  await page.context().clearCookies();
  await page.goto(`/payment?type=toll&amount=6.40&id=${item.id}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("demo-Passw0rd-lanewise");
  await expectOwnDocument(page);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(cardForm(page).getByLabel("Card number")).toBeVisible();
  await expectOwnDocument(page);
});
