import type { Locator } from "@playwright/test";
import { CARDS, expectConfirmed, payWith } from "../support/card";
import { screenChecker } from "../support/screens";
import {
  type Api,
  cardOf,
  DRIVER,
  expect,
  onPhone,
  type Page,
  test,
  journeyOnPhone,
} from "../support/test";

test.describe.configure({ timeout: 60_000 });

const offer = (page: Page) => page.getByRole("dialog");
const hire = (page: Page, violation: string) =>
  page.getByRole("button", { name: `Hire Lawyer for ${violation}`, exact: true }).first();

type Session = { user: { state: string } };

/** Replaces the legal-help settings of one state in the server's responses to this page. */
async function setLegalHelp(
  { page, api }: { page: Page; api: Api },
  state: string,
  offered: boolean,
  guaranteeShown: boolean,
) {
  const config = await api.get<object>("/api/config");
  const json = {
    ...config,
    legalHelp: [{ state, offered, guaranteeShown, claimsShown: guaranteeShown }],
  };
  await page.route("**/api/config", (route) => route.fulfill({ json }));
  if (guaranteeShown) return;
  await page.route("**/api/lawyer-availability**", async (route) => {
    const response = await route.fetch();
    const availability = await response.json();
    await route.fulfill({
      response,
      json: { ...availability, isRefundedIfLost: false, guaranteeTable: [] },
    });
  });
}

test(
  "the full-page offer shows half the fine and continues to the payment",
  journeyOnPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    await api.logIn(DRIVER);
    await page.goto("/driving-profile");
    await hire(page, "Speeding").click();
    await expect(offer(page)).toContainText("Fight Your Ticket Today!");
    for (const text of [
      "$92.50",
      "$185",
      "I-35 North, mile 238, Austin, TX",
      "100% money-back guarantee",
      "Legal representation",
      "Continuous updates",
      "Transparent pricing",
      "Complete case management",
      "Why fight",
      "A warrant may be issued",
      "Things to know",
      "Insurance rates can rise",
      "24-hour cancellation for a full refund (excluding weekends)",
      "80% success rate",
      "Questions? Call us",
      "Quote could increase soon",
    ])
      await expect(offer(page)).toContainText(text);
    await expect(page.getByRole("link", { name: /Questions\? Call us/ })).toHaveAttribute(
      "href",
      /^tel:\d+$/,
    );
    await shot("offer");
    await offer(page).getByText("Things to know").scrollIntoViewIfNeeded();
    await shot("offer-middle");
    const before = Date.now();
    await offer(page).getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/payment\?/);
    const query = Object.fromEntries(new URL(page.url()).searchParams);
    expect(query).toMatchObject({
      type: "lawyer",
      amount: "92.50",
      violationType: "Speeding",
      userId: "2",
      v: "3",
    });
    expect(Number(query.id)).toBeGreaterThan(0);
    expect(Number(query.ts)).toBeGreaterThanOrEqual(before);
    await page.goBack();
    await expect(page).toHaveURL(/\/driving-profile/);
    await expect(offer(page)).toBeHidden();
  },
);

test(
  "a ticket with mandatory court shows a compact offer",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    await api.logIn(DRIVER);
    await page.goto("/driving-profile");
    await cardOf(page, "Traffic Tickets")
      .getByRole("button", { name: /^See All/ })
      .click();
    await hire(page, "Reckless driving").click();
    for (const text of [
      "Hire a Lawyer",
      "Get full legal representation. We'll handle everything for you",
      "90% success rate",
      "Free 15-minute Consultation",
      "$625",
    ])
      await expect(offer(page)).toContainText(text);
    await shot("offer-court");
    await offer(page).getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/type=lawyer&amount=625\.00/);
  },
);

test(
  "a parking violation's offer has its own heading and warning",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    await api.logIn(DRIVER);
    await page.goto("/driving-profile");
    await cardOf(page, "Parking")
      .getByRole("button", { name: /^Hire Lawyer/ })
      .click();
    await expect(offer(page)).toContainText("Fight Your Parking Ticket Today!");
    await expect(offer(page)).toContainText("towing, impound, booting or registration suspension");
    await shot("offer-parking");
  },
);

test(
  "a link opens the offer, and Back or Close returns to the profile",
  onPhone,
  async ({ page, api }) => {
    await api.logIn(DRIVER);
    await page.goto("/signup");
    await page.goto("/driving-profile?lawyer=1");
    await expect(page).toHaveURL(/\/driving-profile\?user=2$/);
    await expect(offer(page)).toBeVisible();
    await page.goBack();
    await expect(offer(page)).toBeHidden();
    await expect(page).toHaveURL(/\/driving-profile/);
    await hire(page, "Speeding").click();
    await offer(page).getByRole("button", { name: "Close" }).click();
    await expect(offer(page)).toBeHidden();
    await expect(page).toHaveURL(/\/driving-profile/);
    await expect(hire(page, "Speeding")).toBeFocused();
    await page.goto("/driving-profile?lawyer=99999999");
    await expect(page.getByText("We couldn’t find that ticket").first()).toBeVisible();
  },
);

test(
  "leaving the page while the offer is open asks for confirmation",
  onPhone,
  async ({ page, api }) => {
    await api.logIn(DRIVER);
    await page.goto("/driving-profile");
    await hire(page, "Speeding").click();
    await expect(offer(page)).toBeVisible();
    // Browsers ask for confirmation before leaving only after an interaction with the page.
    await offer(page).getByText("What is included").click();
    const leaveDialog = page.waitForEvent("dialog");
    const leaving = page.goto("/payments").catch(() => "stayed");
    const question = await leaveDialog;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    await leaving;
    await expect(offer(page)).toBeVisible();
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.type());
      return dialog.accept();
    });
    // After a reload the offer is open again.
    await page.reload();
    expect(questions).toEqual(["beforeunload"]);
    await expect(offer(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(offer(page)).toBeHidden();
    await expect(page).toHaveURL(/\/driving-profile/);
    await page.goto("/payments");
    await expect(page).toHaveURL(/\/payments/);
    expect(questions).toEqual(["beforeunload"]);
  },
);

test("calling from the offer asks for no confirmation", onPhone, async ({ page, api }) => {
  await api.logIn(DRIVER);
  await page.goto("/driving-profile?lawyer=1");
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    return dialog.accept();
  });
  await page.getByRole("link", { name: /Questions\? Call us/ }).click();
  await expect(offer(page)).toBeVisible();
  expect(questions).toEqual([]);
});

test("closing the offer twice navigates back only once", onPhone, async ({ page, api }) => {
  await api.logIn(DRIVER);
  await page.goto("/signup");
  await page.goto("/driving-profile?lawyer=1");
  const close = offer(page).getByRole("button", { name: "Close" });
  await close.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(offer(page)).toBeHidden();
  await expect(hire(page, "Speeding")).toBeVisible();
  await expect(page).toHaveURL(/\/driving-profile/);
  // Forward opens the offer again, and Escape closes it.
  await page.goForward();
  await expect(offer(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(offer(page)).toBeHidden();
});

test(
  "the offer shows no price until the legal-help settings have loaded",
  onPhone,
  async ({ page, api }) => {
    await page.route("**/api/config", (route) => route.abort());
    await api.logIn(DRIVER);
    await page.goto("/driving-profile?lawyer=1");
    await expect(offer(page)).toContainText("This didn’t load");
    await expect(offer(page)).not.toContainText("$92.50");
    await page.unroute("**/api/config");
    await offer(page).getByRole("button", { name: "Try again" }).click();
    await expect(offer(page)).toContainText("$92.50");
  },
);

test(
  "a driver in a state without legal help sees that in the offer and on the payment page",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    await setLegalHelp({ page, api }, "Texas", false, false);
    await api.logIn(DRIVER);
    await page.goto("/driving-profile?lawyer=1");
    await expect(offer(page)).toContainText("Legal help isn’t available in Texas right now.");
    await expect(offer(page).getByRole("button", { name: "Continue" })).toHaveCount(0);
    await shot("offer-off");
    await page.goto("/payment?type=ticket&amount=185&id=1");
    await page.getByRole("button", { name: "Dispute" }).click();
    await expect(offer(page)).toContainText("Legal help isn’t available in Texas right now.");
    await shot("offer-off-dispute");
    // The server refuses a driver who opens the payment's URL anyway.
    await page.route("**/api/create-payment-intent", (route) =>
      route.fulfill({
        status: 409,
        json: {
          code: "legal_help_not_offered",
          message: "Legal help isn’t available in Texas right now.",
          requestId: "1",
        },
      }),
    );
    await page.goto("/payment?type=lawyer&amount=92.50&id=1");
    await expect(page.getByText("Legal help isn’t available in Texas right now.")).toBeVisible();
    await expect(page.getByText("Nothing has been charged.")).toBeVisible();
  },
);

test(
  "no text promises money back where the guarantee is turned off",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("ticket");
    await setLegalHelp(
      { page, api },
      (await api.get<Session>("/api/session")).user.state,
      true,
      false,
    );
    const expectNoGuarantee = async (where: Locator) => {
      // A case that no lawyer accepts is refunded even without the guarantee, and the page may say so.
      await expect(where).not.toContainText(/money.back guarantee|win your case, we refund/i);
    };
    await page.goto(`/driving-profile?lawyer=${item.id}`);
    await expect(offer(page)).toContainText("$75");
    await expectNoGuarantee(offer(page));
    await shot("offer-no-guarantee");
    await page.goto(`/payment?type=ticket&amount=150&id=${item.id}`);
    await page.getByRole("button", { name: "Dispute" }).click();
    await expect(offer(page)).toContainText("$75");
    await expectNoGuarantee(offer(page));
    await offer(page).getByRole("button", { name: "Continue" }).click();
    await payWith(page, CARDS.good);
    await expectConfirmed(page, "Lawyer Consultation Requested");
    await expectNoGuarantee(page.locator("body"));
    await page.goto("/legal-help");
    await expect(page.getByRole("region", { name: "Lawyer for Speeding" })).toBeVisible();
    await expectNoGuarantee(page.locator("body"));
  },
);

test("a driver changes the court that the offer assumes", async ({ page, api }, info) => {
  const shot = screenChecker(page, info);
  await api.logInToPay("ticket");
  const openOffer = async () => {
    await page.goto("/driving-profile");
    await page
      .getByRole("button", { name: /^Hire Lawyer for / })
      .first()
      .click();
  };
  await openOffer();
  await expect(offer(page)).toContainText("the state on your license");
  await offer(page).getByRole("button", { name: "Enter your court" }).click();
  await expect(offer(page).getByLabel("State of the court")).toBeFocused();
  await offer(page).getByLabel("State of the court").selectOption("Ohio");
  await offer(page)
    .getByLabel(/Name of the court/)
    .fill("Akron Municipal Court");
  await shot("offer-change-court");
  await offer(page).getByRole("button", { name: "Save" }).click();
  const changed = "Lawyers are taking cases in Ohio. Your court: Akron Municipal Court.";
  await expect(offer(page)).toContainText(changed);
  // The court is stored with the ticket.
  await openOffer();
  await expect(offer(page)).toContainText(changed);
});
