import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, type Page, type TestInfo, type ViewportSize } from "@playwright/test";
import { expectAccessible, expectFits } from "./axe";
import { onDesktop, onPhone, SIZES } from "./test";

const FOLDER = resolve(import.meta.dirname, "../../screenshots");
const SCHEMES = ["light", "dark"] as const;
const CARD_THEMES = { light: "stripe", dark: "night" };
/**
 * Whether to take screenshots. Screenshots take a third of the time and prove nothing by themselves, so only `make
 * pictures` takes them.
 */
const HAS_PICTURES = Boolean(process.env.E2E_PICTURES);
/**
 * `make test` checks each screen only at its current width in light mode. `make e2e` checks both widths, in light and
 * dark.
 */
const LOOKS_ONCE = Boolean(process.env.E2E_LOOK_ONCE);

/**
 * Returns a function that checks the whole screen with axe, and the sizes of controls. The function also takes
 * screenshots, whose names start with the given name, if they are requested.
 */
export function screenChecker(page: Page, info: TestInfo) {
  return async (name: string) => {
    const own = page.viewportSize() ?? SIZES.phone;
    for (const size of sizesOf(info, own)) await checkAtSize(page, `${name}-${nameOf(size)}`, size);
    await page.setViewportSize(own);
  };
}

/**
 * Returns the window sizes at which to check the screen. A test that runs at only one width checks both widths. A test
 * that runs at both widths checks only the current one.
 */
function sizesOf({ tags }: TestInfo, currentSize: ViewportSize): ViewportSize[] {
  if (LOOKS_ONCE) return [currentSize];
  const runsOnce = tags.some((tag) => tag === onPhone.tag || tag === onDesktop.tag);
  if (!runsOnce) return [currentSize];
  return [currentSize, currentSize.width === SIZES.phone.width ? SIZES.desktop : SIZES.phone];
}

const nameOf = ({ width }: ViewportSize) => (width < SIZES.desktop.width ? "phone" : "desktop");

/** Waits two frames, because code that depends on the width, such as charts, renders a frame later. */
export async function waitForRedraw(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** Checks the screen at this window size, and takes its screenshots if they are requested. */
async function checkAtSize(page: Page, name: string, size: ViewportSize): Promise<void> {
  await page.setViewportSize(size);
  await expect(page.locator("[aria-busy=true]:not(button)")).toHaveCount(0);
  await expect(page.locator("[role=dialog][data-state=closed]"), "closing dialogs").toHaveCount(0);
  await waitForRedraw(page);
  // The window is enlarged to the whole page, so that sticky bars stay at its edge in a screenshot. With an open
  // dialog, the window keeps its size.
  const height = await page.evaluate(() =>
    document.querySelector("[role=dialog]") ? 0 : document.documentElement.scrollHeight,
  );
  await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) });
  for (const scheme of LOOKS_ONCE ? SCHEMES.slice(0, 1) : SCHEMES) {
    await switchScheme(page, scheme);
    if (HAS_PICTURES) await takeScreenshot(page, `${name}-${scheme}.png`);
    await expectAccessible(page, `${name}, ${scheme}`, scheme === "light" ? "all" : "colors");
  }
  await page.setViewportSize(size);
  await expectFits(page, name);
}

/** Saves a screenshot of the window to the folder of screenshots. */
async function takeScreenshot(page: Page, file: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, file), animations: "disabled" });
}

/** Switches the color scheme while the page is open, as a phone does at sunset. The provider's form must follow. */
async function switchScheme(page: Page, scheme: (typeof SCHEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  const card = page.frames().find((frame) => frame.url().endsWith("/_sandbox/card"));
  if (!card) return;
  const surface = await page
    .locator("form section")
    .evaluate((section) => getComputedStyle(section).backgroundColor);
  await card.waitForFunction(
    ([theme, ground]) =>
      document.documentElement.dataset.theme === theme &&
      getComputedStyle(document.body).backgroundColor === ground,
    [CARD_THEMES[scheme], surface],
  );
}
