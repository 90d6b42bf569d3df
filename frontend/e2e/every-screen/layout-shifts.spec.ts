import { expect, type Page, test } from "../support/test";

/** How far what is on the screen moved by itself while it loaded, as browsers count it. */
async function shifts(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

test("nothing jumps while a screen loads", async ({ page, api }) => {
  await page.addInitScript(() => {
    const counted = window as unknown as { shifted: number };
    counted.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) counted.shifted += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const { item } = await api.logInToPay("ticket");
  const ticket = `/payment?type=ticket&amount=150&id=${item.id}`;
  for (const [address, there] of [
    ["/driving-profile", page.getByRole("heading", { name: "Tolls" })],
    [ticket, page.getByText("Speeding")],
    [`${ticket}&step=pay`, page.getByRole("button", { name: /^Pay \$/, disabled: false })],
    ["/confirmation?type=ticket&payment_intent=x", page.getByRole("heading", { level: 1 })],
  ] as const) {
    await page.goto(address);
    await expect(there).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    expect(await shifts(page), `shifts on ${address}`).toBeLessThan(0.02);
  }
});
