import { waitForRedraw } from "../support/screens";
import {
  ADMIN,
  DRIVER,
  expect,
  omitInlineResponses,
  onPhone,
  type Page,
  test,
} from "../support/test";

/** Returns the cumulative layout shift of the current document, as browsers measure it. */
async function measureShifts(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

/** Adds up the layout shifts of each document that the page loads from now on. */
const countShifts = (page: Page) =>
  page.addInitScript(() => {
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

test("the layout does not shift at a checkout without wallets", async ({ page, api }) => {
  await countShifts(page);
  await page.addInitScript(() => Object.assign(window, { stripeSandbox: { wallets: false } }));
  const { item } = await api.logInToPay("toll");
  await page.goto(`/payment?type=toll&amount=6.40&id=${item.id}`);
  await expect(page.getByRole("button", { name: "Pay $6.40" })).toBeEnabled();
  await expect(page.getByRole("button", { name: "Google Pay" })).toHaveCount(0);
  await expect(page.getByText("Or pay by card")).toHaveCount(0);
  expect(await measureShifts(page)).toBeLessThan(0.001);
});

test("the layout does not shift while a screen loads", async ({ page, api }) => {
  await countShifts(page);
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
    expect(await measureShifts(page), `shifts on ${address}`).toBeLessThan(0.02);
  }
});

type RecordedControl = HTMLElement & { lanewiseAt?: [number, number] };

/** Records the position of every control that can be clicked now. Returns how many there are. */
function recordControls(page: Page): Promise<number> {
  return page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<RecordedControl>(":is(button, a[href], input, select)"),
    ];
    const there = all.filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(":disabled"),
    );
    for (const one of there) {
      const { x, y } = one.getBoundingClientRect();
      one.lanewiseAt = [x + scrollX, y + scrollY];
    }
    return there.length;
  });
}

/** Lists the recorded controls that have moved since they were recorded. */
function listMovedControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<RecordedControl>("*")].flatMap((one) => {
      if (!one.lanewiseAt) return [];
      const [x, y] = one.lanewiseAt;
      const box = one.getBoundingClientRect();
      const [right, down] = [Math.round(box.x + scrollX - x), Math.round(box.y + scrollY - y)];
      const name = one.ariaLabel ?? one.textContent;
      return Math.abs(right) + Math.abs(down) < 2 ? [] : [`${name}: ${right} right, ${down} down`];
    }),
  );
}

/** The screens whose controls must not move while they load, by user. */
const STEADY = [
  [DRIVER, ["/driving-profile", "/payments", "/legal-help"]],
  [
    ADMIN,
    [
      "/admin",
      "/admin/overview",
      "/admin/lawyer-hires",
      "/admin/payment-transactions",
      "/admin/chargebacks",
      "/admin/remittances",
      "/admin/statements",
      "/admin/missing-tickets",
      "/admin/help-inquiries",
      "/admin/status-requests",
      "/admin/users/2",
    ],
  ],
] as const;

// A click is lost if its target moves between pressing and releasing the button.
test(
  "controls that are visible while a screen loads do not move",
  onPhone,
  async ({ page, api }) => {
    test.slow();
    // Block live updates, because changes by other tests would add chips and rows to the lists.
    await page.routeWebSocket(/\/ws$/, () => {});
    for (const [email, addresses] of STEADY) {
      await api.logIn(email);
      for (const address of addresses) await expectSteady(page, address, /./);
    }
    // Check only these buttons, because the sections below them grow while loading.
    await expectSteady(page, "/admin/books", /Reconcile now|Export CSV/);
  },
);

/**
 * Expects that the controls with these names don't move when the API's responses arrive, and that the page's height
 * doesn't change when the user scrolls.
 */
async function expectSteady(page: Page, address: string, names: RegExp) {
  let answer = () => {};
  const untilReleased = new Promise<void>((done) => {
    answer = done;
  });
  let requested = () => {};
  const first = new Promise<void>((done) => {
    requested = done;
  });
  await page.route(
    (url) => url.pathname.startsWith("/api/") && url.pathname !== "/api/session",
    async (route) => {
      requested();
      await untilReleased;
      await route.continue();
    },
  );
  await omitInlineResponses(page);
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await first;
  expect(await recordControls(page), address).toBeGreaterThan(3);
  answer();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  expect(
    (await listMovedControls(page)).filter((one) => names.test(one)),
    `moved on ${address}`,
  ).toEqual([]);
  // Content below the fold has its final height before the user scrolls to it.
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await waitForRedraw(page);
  expect(await height(), `the height of ${address}`).toBe(before);
  await page.unrouteAll({ behavior: "wait" });
}
