import type { ViewportSize } from "@playwright/test";
import { ADMIN, type Api, DRIVER, expect, type Page, test } from "./test";

/** What is cut, broken or sideways on what is shown. */
async function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth)
      found.push(`sideways: ${root.scrollWidth} px on ${root.clientWidth}`);
    const scope = document.querySelector("[role=dialog]") ?? document.body;
    const name = (one: Element) =>
      `${one.tagName.toLowerCase()} "${(one.textContent ?? "").trim().slice(0, 40)}"`;
    for (const one of scope.querySelectorAll<HTMLElement>("*")) {
      if (!one.checkVisibility({ visibilityProperty: true }) || !one.textContent?.trim()) continue;
      const style = getComputedStyle(one);
      const { left, right, width } = one.getBoundingClientRect();
      if (width <= 1 || one.closest(".visually-hidden, svg")) continue;
      if (right > root.clientWidth + 1 || left < -1)
        found.push(`outside: ${name(one)} ${Math.round(left)}–${Math.round(right)}`);
      const clamps = style.webkitLineClamp !== "none" || style.textOverflow === "ellipsis";
      if (style.overflowX === "hidden" && one.scrollWidth > one.clientWidth + 1 && !clamps)
        found.push(`cut: ${name(one)}`);
      if (!/^H[1-3]$/.test(one.tagName)) continue;
      // A word of a title stands in one line.
      for (const node of one.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue;
        for (const word of (node.textContent ?? "").matchAll(/[\p{L}\p{N}’'-]+/gu)) {
          const range = document.createRange();
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (tops.size > 1 && !word[0].includes("-")) found.push(`broken: ${word[0]}`);
        }
      }
    }
    for (const place of document.querySelectorAll("nav[aria-label=Places] a")) {
      const { left, right, bottom } = place.getBoundingClientRect();
      if (left < -1 || right > root.clientWidth + 1 || bottom > window.innerHeight + 1)
        found.push(`out of reach: ${name(place)}`);
    }
    return [...new Set(found)];
  });
}

const VISITORS = ["/", "/login", "/signup", "/forgot-password", "/reset-password", "/nowhere"];
const DRIVERS = [
  "/driving-profile",
  "/due",
  "/payments",
  "/legal-help",
  "/account",
  "/payment?type=ticket&amount=185&id=1",
  "/confirmation",
  "/driving-profile?lawyer=1",
];

/** A ticket with long words and a large amount, so that the list has to cope. */
async function fileLongTicket(api: Api, userId: number): Promise<void> {
  const filed = await api.post("/api/tickets", {
    userId,
    violationType: "Overweight-commercial-vehicle-without-authorization",
    date: "2026-03-01",
    location: "Llanfairpwllgwyngyllgogerychwyrndrobwll Parkway, Austin, TX",
    amount: "$12,345.67",
    points: 3,
    category: "traffic",
  });
  expect(filed.status()).toBe(201);
}

type Sizes = readonly ViewportSize[];

async function expectSound(page: Page, addresses: readonly string[], sizes: Sizes): Promise<void> {
  const [first] = sizes;
  for (const address of addresses) {
    if (first) await page.setViewportSize(first);
    await page.goto(address);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]:not(button)")).toHaveCount(0);
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect(await faults(page), `${address} at ${size.width}`).toEqual([]);
    }
  }
}

/** Every screen in windows of these sizes, with whatever letters the file that calls this has set. */
export function everyScreen(sizes: Sizes): void {
  test("nothing is cut and nothing sideways for a visitor", async ({ page }) => {
    await expectSound(page, VISITORS, sizes);
  });

  test("nothing is cut and nothing sideways for a driver", async ({ page, api }) => {
    await api.logIn(ADMIN);
    await fileLongTicket(api, 2);
    await api.logIn(DRIVER);
    await expectSound(page, DRIVERS, sizes);
    // A newcomer's steps.
    await page.context().clearCookies();
    await api.signUp();
    await expectSound(page, ["/driving-profile"], sizes);
  });
}
