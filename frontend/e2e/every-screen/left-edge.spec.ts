import { waitForRedraw } from "../support/screens";
import { DRIVER, expect, onDesktop, type Page, test } from "../support/test";

const WIDTHS = [320, 390, 600, 768, 900, 1100, 1440, 1920, 2560];
const HEIGHT = 900;

/** Returns the left edge of the main heading's text and of the name in the top bar, at each window width. */
async function measureEdges(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]:not(button)")).toHaveCount(0);
  const edges: Record<number, { heading: number; brand: number }> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await waitForRedraw(page);
    edges[width] = await page.evaluate(() => {
      const leftOf = (element: Element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        return Math.round(text.getBoundingClientRect().left);
      };
      const [heading, brand] = ["main h1", "header a"].map((one) => document.querySelector(one));
      if (!heading || !brand) throw new Error("no heading, or no name in the bar");
      // For a centered heading, use the edge of its column.
      const column = heading.closest("main > *") ?? heading;
      const isCentered = getComputedStyle(heading).textAlign === "center";
      const edge = isCentered
        ? column.getBoundingClientRect().left +
          Number.parseFloat(getComputedStyle(column).paddingLeft)
        : leftOf(heading);
      return { heading: Math.round(edge), brand: leftOf(brand) };
    });
  }
  return edges;
}

/** Expects the same edges on all paths as on the first one. Returns the edges, one per window width. */
async function expectOneEdge(page: Page, firstPath: string, ...otherPaths: string[]) {
  const expected = await measureEdges(page, firstPath);
  for (const path of otherPaths)
    expect.soft(await measureEdges(page, path), `${path} beside ${firstPath}`).toEqual(expected);
  return Object.values(expected);
}

test("visitors' screens share one left edge at every width", onDesktop, async ({ page }) => {
  const all = await expectOneEdge(
    page,
    "/login",
    "/",
    "/signup",
    "/forgot-password",
    "/reset-password",
    "/confirm-email",
    "/invitation",
    "/nowhere",
  );
  for (const { heading, brand } of all) expect(heading).toBe(brand);
});

test("drivers' screens share one left edge at every width", onDesktop, async ({ page, api }) => {
  await api.logIn(DRIVER);
  await expectOneEdge(
    page,
    "/driving-profile",
    "/driving-profile/options?type=ticket&id=1",
    "/driving-profile/options?type=ticket&id=1&view=letter",
    "/add-ticket",
    "/due",
    "/payments",
    "/legal-help",
    "/account",
    "/payment?type=ticket&amount=185&id=1",
    "/payment?type=ticket&amount=185&id=1&step=pay",
    "/confirmation",
    "/nowhere",
  );
});
