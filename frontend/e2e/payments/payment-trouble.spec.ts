import {
  CARDS,
  cardForm,
  expectConfirmed,
  fillCard,
  payButton,
  payWith,
  formError,
} from "../support/card";
import {
  ADMIN,
  Api,
  cardOf,
  expect,
  type Item,
  onPhone,
  test,
  toastOf,
  journeyOnPhone,
} from "../support/test";

test(
  "a wrong amount in the URL is corrected before anything is charged",
  journeyOnPhone,
  async ({ page, api }) => {
    const { item } = await api.logInToPay("toll");
    await page.goto(`/payment?type=toll&amount=5&id=${item.id}`);
    await expect(page.getByText("The amount due has changed")).toBeVisible();
    await expect(page.getByText(/It was \$5 and is now \$6\.40/)).toBeVisible();
    await expect(page).toHaveURL(/amount=6\.40/);
    await payWith(page, CARDS.good);
    await expectConfirmed(page, "Toll Payment Confirmed");
  },
);

test(
  "a driver confirms and pays the new amount when staff change it during the payment",
  onPhone,
  async ({ page, api, browser, baseURL }) => {
    const { item } = await api.logInToPay("toll");
    await page.goto(`/payment?type=toll&amount=6.40&id=${item.id}`);
    await fillCard(page, CARDS.good);
    const desk = await browser.newContext({ baseURL });
    const staff = new Api(desk);
    await staff.logIn(ADMIN);
    const [held] = await staff.get<(Item & { version: number })[]>(`/api/tolls/${item.userId}`);
    await staff.patch(`/api/tolls/${item.id}`, { version: held?.version, amount: "$9.15" });
    await desk.close();

    await payButton(page).click();
    await expect(page.getByText("The amount due has changed").first()).toBeVisible();
    await expect(page.getByText(/It was \$6\.40 and is now \$9\.15/)).toBeVisible();
    expect(await api.isPaid("toll", item)).toBe(false);
    await fillCard(page, CARDS.good);
    await page.getByRole("button", { name: "Pay $9.15" }).click();
    await expectConfirmed(page, "Toll Payment Confirmed");
    const paid = await api.get<{ itemId: number; amount: string }[]>("/api/payment-transactions");
    expect(paid.filter(({ itemId }) => itemId === item.id).map(({ amount }) => amount)).toEqual([
      "9.15",
    ]);
  },
);

test(
  "a typed card stays in the form when the network is lost, and pays when it is back",
  journeyOnPhone,
  async ({ page, context, api }) => {
    const { item } = await api.logInToPay("toll");
    await page.goto(`/payment?type=toll&amount=6.40&id=${item.id}`);
    await fillCard(page, CARDS.good);
    await context.setOffline(true);
    await payButton(page).click();
    await expect(formError(page)).toContainText("You haven’t been charged.");
    await expect(formError(page)).toContainText("Your card details are still here");
    await expect(cardForm(page).getByLabel("Card number")).toHaveValue(/4242$/);
    await context.setOffline(false);
    await payButton(page).click();
    await expectConfirmed(page, "Toll Payment Confirmed");
  },
);

test("the toast of a declined card covers no controls", async ({ page, api }) => {
  const { item } = await api.logInToPay("toll");
  await page.goto(`/payment?type=toll&amount=6.40&id=${item.id}`);
  await payWith(page, CARDS.declined);
  await expect(toastOf(page)).toContainText("Payment Failed");
  await expect(formError(page)).toBeVisible();
  const under = () =>
    toastOf(page).evaluate((toast) => {
      const box = toast.getBoundingClientRect();
      const all = document.querySelectorAll("main :is(a, button, iframe), header :is(a, button)");
      return [...all].flatMap((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const meets = left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        return meets ? [one.textContent || one.tagName] : [];
      });
    });
  // The provider's frame grows when it shows the error, and the toast moves out of the way.
  await expect.poll(under).toEqual([]);
  await page.getByRole("link", { name: "Driving Profile" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Driving Profile" })).toBeVisible();
});

test(
  "an outage of the payment provider shows an error with a retry button",
  onPhone,
  async ({ page, api }) => {
    const { item } = await api.logInToPay("toll");
    const down = { code: "provider_down", message: "Not answering.", requestId: "r" };
    await page.route("**/api/create-payment-intent", (route) =>
      route.fulfill({ status: 503, json: down }),
    );
    await page.goto(`/payment?type=toll&amount=6.40&id=${item.id}`);
    await expect(toastOf(page)).toContainText("Payment Setup Failed");
    await expect(toastOf(page)).toContainText("Unable to prepare payment. Please try again.");
    // The toast doesn't cover the back link.
    await page.getByRole("link", { name: "Driving Profile" }).click({ trial: true });
    await page.goto(`/payment?type=lawyer&amount=75&id=${item.id}`);
    await expect(toastOf(page)).toContainText("Payment Error");
    await expect(toastOf(page)).toContainText("Failed to initialize payment. Please try again.");
    await page.goto(`/payment?type=toll&amount=6.40&id=${item.id}`);
    const again = page.getByRole("button", { name: "Try again" });
    await expect(again).toBeVisible();
    await page.unroute("**/api/create-payment-intent");
    await again.click();
    await expect(payButton(page)).toBeEnabled();
  },
);

test(
  "the payment provider's script can be retried if it fails to load",
  onPhone,
  async ({ page, api }) => {
    const { item } = await api.logInToPay("toll");
    await page.route("**/stripe.js", (route) => route.fulfill({ status: 503 }));
    await page.goto(`/payment?type=toll&amount=6.40&id=${item.id}`);
    await expect(page.getByText("We couldn’t set up the payment")).toBeVisible();
    await page.unroute("**/stripe.js");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(payButton(page)).toBeEnabled();
  },
);

test(
  "a ticket that isn't on the driver's record shows placeholders and can't be paid",
  onPhone,
  async ({ page, api }) => {
    await api.signUp();
    await page.goto("/payment?type=ticket&amount=99&id=99999999");
    await expect(page.getByText("The details aren’t on your record yet")).toBeVisible();
    await page.getByRole("button", { name: "Pay" }).click();
    await expect(page.getByText("We couldn’t find this on your record")).toBeVisible();
  },
);

test(
  "a driver who pays a ticket in two tabs is charged once",
  journeyOnPhone,
  async ({ page, context, api }) => {
    const { item } = await api.logInToPay("ticket");
    const address = `/payment?type=ticket&amount=150&id=${item.id}&step=pay`;
    const other = await context.newPage();
    await page.goto(address);
    await other.goto(address);
    await fillCard(page, CARDS.good);
    await fillCard(other, CARDS.good);
    await payButton(page).click();
    const number = await expectConfirmed(page, "Payment Confirmed");
    await payButton(other).click();
    expect(await expectConfirmed(other, "Payment Confirmed")).toBe(number);
    const paid = await api.get<{ ticketId: number | null }[]>("/api/payment-transactions");
    expect(paid.filter(({ ticketId }) => ticketId === item.id)).toHaveLength(1);
  },
);

test(
  "a payment settles even if the tab is closed right after paying",
  onPhone,
  async ({ page, context, api }) => {
    const { item } = await api.logInToPay("parking");
    await page.goto(`/payment?type=parking&amount=45.50&id=${item.id}`);
    await page.route("**/confirmation?**", (route) => route.abort());
    const charged = page.waitForRequest(/\/confirmation\?/);
    await payWith(page, CARDS.good);
    await charged;
    await page.close();
    await expect.poll(() => api.isPaid("parking", item), { timeout: 15_000 }).toBe(true);
    const back = await context.newPage();
    await back.goto("/driving-profile");
    await expect(
      cardOf(back, "Parking Tickets").getByRole("button", { name: "Recently paid (1)" }),
    ).toBeVisible();
  },
);

test(
  "the confirmation page doesn't confirm an unknown or unpaid payment",
  onPhone,
  async ({ page, api }) => {
    const { item } = await api.logInToPay("parking");
    await page.goto(`/confirmation?type=parking&amount=45.50&id=${item.id}`);
    await expect(
      page.getByRole("heading", { name: "There is no payment to confirm" }),
    ).toBeVisible();
    await page.goto(
      `/confirmation?type=parking&amount=45.50&id=${item.id}&payment_intent=pi_unknown&redirect_status=succeeded`,
    );
    await expect(
      page.getByRole("heading", { name: "Your payment didn’t go through" }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Back to payment" }).click();
    await expect(page.getByRole("heading", { name: "Parking Violation Payment" })).toBeVisible();
    await expect(payButton(page)).toBeEnabled();
  },
);

test(
  "the confirmation page retries while the bank is processing the payment",
  onPhone,
  async ({ page, api }) => {
    const { item } = await api.logInToPay("toll");
    const processing = { code: "payment_processing", message: "…", requestId: "r" };
    await page.route(
      "**/api/payment-transactions",
      (route) => route.fulfill({ status: 402, json: processing }),
      { times: 2 },
    );
    await page.goto(`/payment?type=toll&amount=6.40&id=${item.id}`);
    await payWith(page, CARDS.good);
    await expectConfirmed(page, "Toll Payment Confirmed");
  },
);

test(
  "a payment for an item that is no longer owed is shown as being refunded, with the reason",
  onPhone,
  async ({ page, api }) => {
    await api.signUp();
    const message =
      "You no longer owed this when we received your payment. Your payment is being refunded in full.";
    const refunded = { code: "paid_twice", message, requestId: "r" };
    await page.route("**/api/payment-transactions", (route) =>
      route.fulfill({ status: 409, json: refunded }),
    );
    await page.goto("/confirmation?type=ticket&amount=150&id=1&payment_intent=pi_second");
    await expect(page.getByRole("heading", { name: "We’re refunding your payment" })).toBeVisible();
    await expect(page.getByText(message)).toBeVisible();
  },
);
