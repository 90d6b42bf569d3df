import type { ViewportSize } from "@playwright/test";
import { CARDS, expectConfirmed, payWith } from "./card";
import { waitForRedraw } from "./screens";
import { ADMIN, type Api, DRIVER, expect, type Page, test } from "./test";

/** Lists layout faults: text that is cut off or broken, and horizontal scrolling. */
async function findFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth)
      found.push(`sideways: ${root.scrollWidth} px on ${root.clientWidth}`);
    const scope = document.querySelector("[role=dialog]") ?? document.body;
    /**
     * Returns the strings in a node that match the pattern and wrap, although they would fit on a line of the width
     * `line`. By default, the line has no maximum width.
     */
    const findWrappedStrings = (node: Node, pattern: RegExp, line = Number.POSITIVE_INFINITY) =>
      [...(node.textContent ?? "").matchAll(pattern)].flatMap(({ 0: text, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        // A title hides text below its maximum number of lines.
        const end = node.parentElement?.getBoundingClientRect().bottom ?? 0;
        const parts = [...range.getClientRects()].filter(({ top }) => top < end);
        const lines = new Set(parts.map(({ top }) => Math.round(top)));
        return lines.size > 1 && parts.reduce((sum, { width }) => sum + width, 0) <= line
          ? [text]
          : [];
      });
    /** Returns the width of a full line of the card or the screen that contains the element. */
    const fullLineWidth = (one: Element) => {
      const whole = one.closest("li, section, [role=dialog] > *, main > *") ?? one;
      const { paddingLeft, paddingRight } = getComputedStyle(whole);
      return whole.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    };
    const describeElement = (one: Element) =>
      `${one.tagName.toLowerCase()} "${(one.textContent || one.ariaLabel || "").trim().slice(0, 40)}"`;
    for (const one of scope.querySelectorAll<HTMLElement>("*")) {
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      if (!one.textContent?.trim() && one.tagName !== "BUTTON") continue;
      const style = getComputedStyle(one);
      const { left, right, width } = one.getBoundingClientRect();
      if (width <= 1 || one.closest(".visually-hidden, svg")) continue;
      if (right > root.clientWidth + 1 || left < -1)
        found.push(`outside: ${describeElement(one)} ${Math.round(left)}–${Math.round(right)}`);
      const clamps = style.webkitLineClamp !== "none" || style.textOverflow === "ellipsis";
      if (style.overflowX === "hidden" && one.scrollWidth > one.clientWidth + 1 && !clamps)
        found.push(`cut: ${describeElement(one)}`);
      for (const node of one.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue;
        // Amounts must not wrap, and neither must words of a title. A hyphen separates words.
        for (const amount of findWrappedStrings(node, /\$[\d,.]*\d/g))
          found.push(`broken: ${amount}`);
        if (one.matches("h1, h2, h3, strong"))
          for (const word of findWrappedStrings(node, /[\p{L}\p{N}’']+/gu, fullLineWidth(one)))
            found.push(`broken: ${word}`);
      }
    }
    for (const place of document.querySelectorAll("nav[aria-label=Main] a")) {
      const { left, right, bottom } = place.getBoundingClientRect();
      if (left < -1 || right > root.clientWidth + 1 || bottom > window.innerHeight + 1)
        found.push(`out of reach: ${describeElement(place)}`);
    }
    return [...new Set(found)];
  });
}

const VISITORS = [
  "/",
  "/login",
  "/signup",
  "/forgot-password",
  "/reset-password",
  "/confirm-email",
  "/invitation",
  "/nowhere",
];
const DRIVERS = [
  "/driving-profile",
  "/due",
  "/payments",
  "/legal-help",
  "/account",
  "/confirmation",
  "/driving-profile?lawyer=1",
  "/add-ticket",
];

const LARGE = "$12,345.67";
/** Long words. Lists and payment steps that contain them must still fit on the screen. */
const WORDS = {
  violationType: "Overweight-commercial-vehicle-without-authorization",
  location: "Llanfairpwllgwyngyllgogerychwyrndrobwll Parkway, Austin, TX",
};

/**
 * Files one item of each kind, with long texts, and another toll to pay, so that every payment screen has something to
 * show.
 */
async function fileLongItems(api: Api, userId: number) {
  await api.logIn(ADMIN);
  const fileItem = async (path: string, item: object): Promise<number> => {
    const filed = await api.post(path, { userId, date: "2026-03-01", amount: LARGE, ...item });
    expect(filed.status(), path).toBe(201);
    return ((await filed.json()) as { id: number }).id;
  };
  const road = { tollRoad: "Overweight-commercial-vehicle-tollway" };
  return {
    // A court in Texas, because the options page has rules for that state.
    ticket: await fileItem("/api/tickets", {
      ...WORDS,
      points: 3,
      category: "traffic",
      courtState: "Texas",
    }),
    parking: await fileItem("/api/parking", WORDS),
    toll: await fileItem("/api/tolls", road),
    paid: await fileItem("/api/tolls", road),
  };
}

type Sizes = readonly ViewportSize[];

/** Opens the page and, if `dialogButton` is given, the dialog of this button. Checks the screen at these sizes. */
async function expectNoLayoutFaults(
  page: Page,
  address: string,
  sizes: Sizes,
  dialogButton?: string | RegExp,
) {
  const [first] = sizes;
  if (first) await page.setViewportSize(first);
  await page.goto(address);
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]:not(button)")).toHaveCount(0);
  if (dialogButton !== undefined) {
    await page.getByRole("button", { name: dialogButton }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
  }
  await expectNoLayoutFaultsNow(page, sizes, [address, dialogButton].filter(Boolean).join(", "));
}

/** Checks the current screen at these window sizes. */
async function expectNoLayoutFaultsNow(page: Page, sizes: Sizes, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await waitForRedraw(page);
    expect.soft(await findFaults(page), `${name} at ${size.width}`).toEqual([]);
  }
}

const DIALOGS = [
  /^See all details/,
  "Are we Missing any Tickets?",
  "Text notifications",
  /vehicle information/i,
  "Help",
];

/** Tests every screen at these window sizes, with the font size that the calling file has set. */
export function everyScreen(sizes: Sizes): void {
  test("no text is cut off and no visitor's screen scrolls sideways", async ({ page }) => {
    for (const address of VISITORS) await expectNoLayoutFaults(page, address, sizes);
  });

  test("no text is cut off and no driver's screen scrolls sideways", async ({ page, api }) => {
    await api.logIn(DRIVER);
    for (const address of DRIVERS) await expectNoLayoutFaults(page, address, sizes);
    // Also check the first steps shown to a new driver.
    await page.context().clearCookies();
    await api.signUp();
    await expectNoLayoutFaults(page, "/driving-profile", sizes);
  });

  test("no text is cut off and no lawyer's screen scrolls sideways", async ({ page, api }) => {
    await api.logIn("lawyer@lanewise.test");
    await expectNoLayoutFaults(page, "/lawyer", sizes);
    const [first] = await api.get<{ id: number }[]>("/api/lawyer/cases");
    await expectNoLayoutFaults(page, `/lawyer/cases/${first?.id}`, sizes);
  });

  test("long words and large amounts fit the payment screens", async ({ page, api }) => {
    const { item, email } = await api.logInToPay("ticket");
    const filed = await fileLongItems(api, item.userId);
    await api.logIn(email);
    const paymentPath = (type: string, id: number) =>
      `/payment?type=${type}&amount=12345.67&id=${id}`;
    for (const address of [
      "/due",
      paymentPath("ticket", filed.ticket),
      `${paymentPath("ticket", filed.ticket)}&step=pay`,
      paymentPath("lawyer", filed.ticket),
      paymentPath("parking", filed.parking),
      paymentPath("toll", filed.toll),
      `/payment?toll=${filed.toll}&user=${item.userId}`,
      `/driving-profile/options?type=ticket&id=${filed.ticket}`,
      `/driving-profile/options?type=toll&id=${filed.toll}`,
      `/driving-profile/options?type=parking&id=${filed.parking}&view=letter`,
    ])
      await expectNoLayoutFaults(page, address, sizes);
    await expectNoLayoutFaults(page, "/driving-profile", sizes);
    for (const dialog of DIALOGS)
      await expectNoLayoutFaults(page, "/driving-profile", sizes, dialog);

    await page.goto(paymentPath("toll", filed.paid));
    await payWith(page, CARDS.good);
    await expectConfirmed(page, "Payment Confirmed");
    await expect(page.getByText(LARGE).first()).toBeVisible();
    await expectNoLayoutFaultsNow(page, sizes, "a confirmed payment");
    await expectNoLayoutFaults(page, "/payments", sizes);
  });
}
