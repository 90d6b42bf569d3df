import { screenChecker } from "../support/screens";
import {
  DRIVER,
  expect,
  fetchWithoutResponses,
  journeyOnPhone,
  onPhone,
  type Page,
  test,
} from "../support/test";

test.describe.configure({ timeout: 60_000 });

/** Simulates a server with META_PIXEL_ID and responds to requests to Meta's URL. Returns these requests. */
async function enablePixel(page: Page): Promise<URL[]> {
  const metaRequests: URL[] = [];
  await page.route("**/api/config", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), pixelId: "77" } });
  });
  // The document's content security policy comes from the real server, which has no pixel, so the host is added here.
  await page.route(
    (url) => !url.pathname.includes(".") && !url.pathname.startsWith("/api"),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      if (route.request().resourceType() !== "document" || pathname === "/payment")
        return route.fallback();
      const answer = await fetchWithoutResponses(route);
      const policy = answer.headers()["content-security-policy"] ?? "";
      await route.fulfill({
        response: answer,
        headers: {
          ...answer.headers(),
          "content-security-policy": policy.replace("img-src", "img-src https://www.facebook.com"),
        },
      });
    },
  );
  await page.route("https://www.facebook.com/**", (route) => {
    metaRequests.push(new URL(route.request().url()));
    return route.fulfill({ status: 200, contentType: "image/gif", body: "" });
  });
  return metaRequests;
}

const events = (metaRequests: URL[]) => metaRequests.map((url) => url.searchParams.get("ev"));
const banner = (page: Page) => page.getByRole("region", { name: "Privacy choices" });

test(
  "the page sends events to Meta only after the visitor agrees",
  journeyOnPhone,
  async ({ page }, info) => {
    const shot = screenChecker(page, info);
    const metaRequests = await enablePixel(page);
    await page.goto("/");
    await expect(banner(page)).toBeVisible();
    await shot("pixel-banner");
    await page.getByRole("link", { name: "Sign Up" }).click();
    await expect(page.getByText("Step 1 of 5")).toBeVisible();
    expect(metaRequests).toEqual([]);
    await banner(page).getByRole("button", { name: "Agree" }).click();
    await expect(banner(page)).toBeHidden();
    await expect.poll(() => events(metaRequests)).toEqual(["PageView"]);
    await page.goto("/signup");
    await expect
      .poll(() => events(metaRequests).sort())
      .toEqual(["PageView", "PageView", "SignupStart"]);
    expect(metaRequests.every((url) => url.searchParams.get("dl")?.endsWith("/signup"))).toBe(true);
  },
);

test(
  "after a visitor declines tracking, Meta gets no events, and Privacy choices reopens the banner",
  onPhone,
  async ({ page }) => {
    const metaRequests = await enablePixel(page);
    await page.goto("/");
    await banner(page).getByRole("button", { name: "No thanks" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Privacy choices" }).click();
    await expect(banner(page)).toBeVisible();
    expect(metaRequests).toEqual([]);
  },
);

test("the payment page sends nothing to Meta", onPhone, async ({ page, api }) => {
  const metaRequests = await enablePixel(page);
  await api.logIn(DRIVER);
  await page.goto("/driving-profile");
  await banner(page).getByRole("button", { name: "Agree" }).click();
  await expect.poll(() => events(metaRequests)).toEqual(["PageView"]);
  await page.goto("/payment?type=ticket&amount=185&id=1");
  await expect(page.getByRole("heading", { name: "Your Ticket" })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  // The payment page's policy blocks Meta. The profile opens as a new document with its own policy.
  await page.getByRole("link", { name: "Driving Profile" }).click();
  await expect.poll(() => events(metaRequests)).toEqual(["PageView", "PageView"]);
  expect(
    metaRequests.every((url) => url.searchParams.get("dl")?.endsWith("/driving-profile")),
  ).toBe(true);
});

test(
  "a browser's privacy signal counts as a declined consent, without a banner",
  onPhone,
  async ({ page }) => {
    const metaRequests = await enablePixel(page);
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
    );
    await page.goto("/");
    await expect(page.getByRole("link", { name: "Sign Up" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(banner(page)).toHaveCount(0);
    expect(metaRequests).toEqual([]);
  },
);
