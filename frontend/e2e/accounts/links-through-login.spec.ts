import {
  DRIVER,
  expect,
  onPhone,
  PASSWORD,
  type Page,
  test,
  journeyOnPhone,
} from "../support/test";

async function logIn(page: Page) {
  await page.getByLabel("Email").fill(DRIVER);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
}

test(
  "a link to a page for users opens that page after the login",
  journeyOnPhone,
  async ({ page }) => {
    for (const [address, heading] of [
      ["/profile", "Driving Profile"],
      ["/payment?type=toll&amount=6.42&id=1", "Toll Payment"],
    ] as const) {
      await page.context().clearCookies();
      await page.goto(address);
      await expect(page).toHaveURL(/\/login\?next=/);
      await logIn(page);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      const { pathname, search } = new URL(page.url());
      expect(pathname + search).toBe(address);
    }
  },
);

test("screens for visitors open without a login", onPhone, async ({ page }) => {
  for (const [address, heading] of [
    ["/", /.+/],
    ["/signup", "Personal Information"],
    ["/login", "Log In"],
    ["/nowhere", "404 Page Not Found"],
    ["/payment/nowhere", "404 Page Not Found"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  }
});

test(
  "a payment link with a missing parameter redirects to the profile",
  onPhone,
  async ({ page, api }) => {
    await api.logIn(DRIVER);
    for (const query of ["", "?type=ticket&amount=185", "?type=ticket&id=1", "?amount=185&id=1"]) {
      await page.goto(`/payment${query}`);
      await expect(page).toHaveURL(/\/driving-profile$/);
    }
  },
);
