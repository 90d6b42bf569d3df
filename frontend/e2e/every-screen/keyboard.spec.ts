import { CARDS, expectConfirmed } from "../support/card";
import { expect, onDesktop, PASSWORD, type Page, test, journeyOnDesktop } from "../support/test";

/** Returns the label or text of the focused element, in any frame. */
async function describeFocus(page: Page): Promise<string> {
  const names = await Promise.all(
    page.frames().map((frame) =>
      frame
        .evaluate(() => {
          const one = document.activeElement as HTMLElement | null;
          if (!one || !document.hasFocus() || one.tagName === "IFRAME" || one === document.body)
            return "";
          const label =
            one.getAttribute("aria-label") ?? (one as HTMLInputElement).labels?.[0]?.textContent;
          return (label ?? one.innerText ?? "").trim();
        })
        .catch(() => ""),
    ),
  );
  return names.find((name) => name !== "") ?? "";
}

/** Presses Tab, at most 40 times, until the element with this label or text has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const focused: string[] = [];
  for (let presses = 0; presses < 40; presses += 1) {
    const now = await describeFocus(page);
    if (typeof name === "string" ? now === name : name.test(now)) return;
    focused.push(now);
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${name}: ${focused.join(" | ")}`);
}

test(
  "a driver logs in and pays a toll with the keyboard alone",
  journeyOnDesktop,
  async ({ page, api, context }) => {
    const { email, item } = await api.logInToPay("toll");
    await context.clearCookies();
    await page.goto(`/payment?type=toll&amount=6.40&id=${item.id}`);
    await expect(page.getByRole("button", { name: "Log In" })).toBeVisible();
    await tabTo(page, "Email");
    await page.keyboard.type(email);
    await tabTo(page, "Password");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    const heading = page.getByRole("heading", { level: 1, name: "Toll Payment" });
    // The payment page is its own document, so the focus starts at its top.
    await expect(heading).toBeVisible();
    await expect(page.getByRole("button", { name: "Pay $6.40" })).toBeEnabled();
    await tabTo(page, "Card number");
    await page.keyboard.type(CARDS.good);
    await tabTo(page, "Expiration date");
    await page.keyboard.type("1234");
    await tabTo(page, "Security code");
    await page.keyboard.type("123");
    await tabTo(page, "ZIP code");
    await page.keyboard.type("78701");
    await tabTo(page, "Pay $6.40");
    await page.keyboard.press("Enter");
    await expectConfirmed(page, "Toll Payment Confirmed");
    await tabTo(page, "Return to Dashboard");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Driving Profile" })).toBeFocused();
  },
);

test(
  "the skip link skips the header, and a dialog keeps the focus inside",
  onDesktop,
  async ({ page, api }) => {
    const { item } = await api.logInToPay("ticket");
    await page.goto(`/payment?type=ticket&amount=150&id=${item.id}`);
    await expect(page.getByText("Speeding")).toBeVisible();
    await page.keyboard.press("Tab");
    expect(await describeFocus(page)).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await tabTo(page, "Dispute");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press("Tab");
      await expect(dialog.locator(":focus")).toHaveCount(1);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Dispute" })).toBeFocused();
  },
);
