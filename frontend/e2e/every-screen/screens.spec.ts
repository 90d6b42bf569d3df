import { CARDS, cardForm, expectConfirmed, payButton, payWith, formError } from "../support/card";
import { screenChecker } from "../support/screens";
import { ADMIN, DRIVER, expect, onPhone, test, toastOf } from "../support/test";

test.describe.configure({ timeout: 60_000 });

test(
  "the screens for visitors pass the accessibility and size checks",
  onPhone,
  async ({ page }, info) => {
    const shot = screenChecker(page, info);
    await page.goto("/");
    await expect(page.getByRole("link", { name: "Sign Up" })).toBeVisible();
    await expect(page.getByText("TEST MODE")).toBeVisible();
    await shot("landing");
    await page.goto("/login");
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await shot("login-missing");
    await page.goto("/nowhere");
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
    await shot("not-found");
    await page.goto("/signup");
    for (let step = 1; step <= 4; step += 1) {
      await expect(page.getByText(`Step ${step} of 5`)).toBeVisible();
      await shot(`signup-${step}`);
      if (step < 4) await page.getByRole("button", { name: "Continue" }).click();
    }
    await page.getByLabel("Password", { exact: true }).fill("a-Passw0rd-nobody-has");
    await page.getByLabel("Verify Password").fill("a-Passw0rd-nobody-has");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Step 5 of 5")).toBeVisible();
    await shot("signup-5");
  },
);

test(
  "the profile and its dialogs pass the accessibility and size checks",
  onPhone,
  async ({ page, api, context }, info) => {
    const shot = screenChecker(page, info);
    await api.logIn(DRIVER);
    await page.goto("/driving-profile");
    await expect(page.getByRole("heading", { name: "Tolls" })).toBeVisible();
    await shot("profile");
    await page
      .getByRole("button", { name: /See all details/ })
      .first()
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await shot("profile-details");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Help" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await shot("profile-help");
    await context.clearCookies();
    await api.signUp();
    await page.goto("/driving-profile");
    await expect(page.getByRole("button", { name: "Loading Tolls" })).toBeVisible();
    await shot("profile-preparing");
    await context.clearCookies();
    await api.logIn(ADMIN);
    await page.goto("/driving-profile?user=3");
    await expect(page.getByRole("heading", { name: "Tolls" })).toBeVisible();
    await shot("profile-staff");
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Tickets & users" })).toBeVisible();
    await shot("admin");
  },
);

test(
  "the payment screens of a ticket pass the accessibility and size checks",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("ticket");
    await page.goto(`/payment?type=ticket&amount=150&id=${item.id}`);
    await expect(page.getByText("Speeding")).toBeVisible();
    await shot("plea");
    await page.getByRole("button", { name: "Dispute" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await shot("plea-dispute");
    await page.goto(`/payment?type=lawyer&amount=60&id=${item.id}`);
    await expect(page.getByText("The amount due has changed")).toBeVisible();
    await expect(payButton(page)).toBeEnabled();
    await shot("payment-lawyer-changed");
    await page.goto(`/payment?type=ticket&amount=150&id=${item.id}&step=pay`);
    await expect(payButton(page)).toBeEnabled();
    await shot("payment-ticket");
    await payWith(page, CARDS.declined);
    await expect(formError(page)).toBeVisible();
    await shot("payment-declined");
    await payWith(page, CARDS.secure);
    const bank = page.frameLocator('iframe[title="3-D Secure authentication"]');
    await expect(bank.getByRole("button", { name: "Complete" })).toBeEnabled();
    await shot("payment-3ds");
    await bank.getByRole("button", { name: "Complete" }).click();
    await expectConfirmed(page, "Payment Confirmed");
    await shot("confirmation-ticket");
    await page.goto(`/payment?type=ticket&amount=150&id=${item.id}`);
    await expect(page.getByText("This ticket is paid")).toBeVisible();
    await shot("plea-paid");
    await page.goto(`/payment?type=ticket&amount=150&id=${item.id}&step=pay`);
    await expect(page.getByText("This ticket is already paid")).toBeVisible();
    await shot("payment-paid");
  },
);

test(
  "other payments and error screens pass the accessibility and size checks",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("parking");
    await page.goto(`/payment?parking=${item.id}&user=${item.userId}`);
    await expect(page.getByRole("link", { name: "Pay $45.50" })).toBeVisible();
    await shot("parking-details");
    await page.goto(`/payment?type=parking&amount=45.50&id=${item.id}`);
    await expect(payButton(page)).toBeEnabled();
    await expect(cardForm(page).getByLabel("Card number")).toBeVisible();
    await shot("payment-parking");
    await page.goto("/payment?type=ticket&amount=99&id=99999999");
    await expect(page.getByText("aren’t on your record yet")).toBeVisible();
    await shot("plea-placeholder");
    await page.goto("/payment?type=toll&amount=99&id=99999999");
    await expect(page.getByText("We couldn’t find this on your record")).toBeVisible();
    await shot("payment-not-found");
    await page.route("**/api/create-payment-intent", (route) => route.abort());
    await page.goto(`/payment?type=parking&amount=45.50&id=${item.id}`);
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await shot("payment-down");
    await page.goto(`/confirmation?type=parking&amount=45.50&id=${item.id}`);
    await expect(page.getByRole("heading", { name: "There is no payment" })).toBeVisible();
    await shot("confirmation-nothing");
    await page.goto(`/confirmation?type=parking&amount=45.50&id=${item.id}&payment_intent=x`);
    await expect(
      page.getByRole("heading", { name: "Your payment didn’t go through" }),
    ).toBeVisible();
    await shot("confirmation-not-paid");
  },
);

test(
  "the confirmation of a lawyer hire and its dialog pass the accessibility and size checks",
  onPhone,
  async ({ page, api }, info) => {
    const shot = screenChecker(page, info);
    const { item } = await api.logInToPay("ticket");
    await page.goto(`/payment?type=lawyer&amount=75&id=${item.id}`);
    await payWith(page, CARDS.good);
    await expectConfirmed(page, "Lawyer Consultation Requested");
    await shot("confirmation-lawyer");
    await page.getByRole("button", { name: "What's your best method to contact?" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Please enter at least one contact method.")).toBeVisible();
    await shot("confirmation-contact");
    await page.getByLabel("Phone").pressSequentially("5559876543");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(toastOf(page)).toContainText("Contact Information Saved");
    await shot("confirmation-contact-saved");
  },
);
