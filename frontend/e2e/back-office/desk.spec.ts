import { camera } from "../support/screens";
import { ADMIN, DRIVER, expect, onDesktop, test } from "../support/test";

test("the back office opens with figures of what came in and what is open", async ({
  page,
  api,
}, info) => {
  const shot = camera(page, info);
  await api.logIn(ADMIN);
  await page.goto("/admin");
  const money = page.getByRole("figure", { name: "Money by day" });
  await expect(money).toContainText(/\$[\d,.]+ in 30 days/);
  await page.getByText("7 days", { exact: true }).click();
  await expect(money).toContainText(/in 7 days/);
  await money.getByText("Show numbers").click();
  await expect(money.getByRole("row")).toHaveCount(8);
  const work = page.getByRole("figure", { name: "Open work" });
  await expect(work.getByRole("link", { name: "Lawyer hires" })).toHaveAttribute(
    "href",
    "/admin/lawyer-hires",
  );
  await expect(page.getByRole("figure", { name: "Hire pipeline" })).toContainText("In Progress");
  await shot("desk-overview");
});

test("figures that do not load say so", onDesktop, async ({ page, api }) => {
  await api.logIn(ADMIN);
  await page.route("**/api/admin/overview*", (route) => route.abort());
  await page.goto("/admin");
  const overview = page.getByRole("region", { name: "Overview" });
  await expect(overview.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.unroute("**/api/admin/overview*");
  await overview.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("figure", { name: "Money by day" })).toBeVisible();
});

test("the menu of sections works by keyboard and shows what is new", async ({
  page,
  api,
}, info) => {
  const shot = camera(page, info);
  await api.logIn(ADMIN);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Admin sections" }).focus();
  await page.keyboard.press("Enter");
  const entry = page.getByRole("menuitem", { name: /Help inquiries/ });
  await expect(entry).toContainText("New");
  await expect(page.getByRole("menuitem", { name: "Security Dashboard" })).toBeVisible();
  await shot("desk-menu");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Admin sections" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Back to profile" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/(driving-profile)?$/);
});

test("what is not there is a 404 page", onDesktop, async ({ page, api }) => {
  await api.logIn(ADMIN);
  await page.goto("/admin/nothing");
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
});

test("drivers are told that this is for staff", async ({ page, api }, info) => {
  const shot = camera(page, info);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/(admin|security)\//.test(request.url())) asked.push(request.url());
  });
  await api.logIn(DRIVER);
  await page.goto("/admin");
  await expect(page.getByText("This part is for Lanewise staff")).toBeVisible();
  await shot("desk-driver");
  expect(asked).toEqual([]);
});
