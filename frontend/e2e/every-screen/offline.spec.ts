import { payButton } from "../support/card";
import { expect, onPhone, test } from "../support/test";

const HEIGHT = 844;

test(
  "a banner shows that the page is offline, and the payment is prepared when the network is back",
  onPhone,
  async ({ page, context, api }) => {
    const { item } = await api.logInToPay("ticket");
    await page.goto(`/payment?type=ticket&amount=150&id=${item.id}`);
    await expect(page.getByText("Speeding")).toBeVisible();
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    const band = page.getByRole("status").filter({ hasText: "You’re offline." });
    const more = band.getByText("This page reloads when you’re back online.");
    for (const [width, isWhole] of [
      [320, false],
      [390, false],
      [600, true],
    ] as const) {
      await page.setViewportSize({ width, height: HEIGHT });
      await expect(band.getByText("You’re offline.")).toBeVisible();
      await expect(more).toBeVisible({ visible: isWhole });
      const cut = () =>
        band.locator("p").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      await expect.poll(cut, `cut at ${width}`).toBe(0);
    }
    await page.setViewportSize({ width: 390, height: HEIGHT });
    await page.getByRole("button", { name: "Pay $150" }).click();
    await expect(page.getByText("We couldn’t set up the payment")).toBeVisible();
    await context.setOffline(false);
    await expect(band).toHaveCount(0);
    await expect(payButton(page)).toBeEnabled();
  },
);
