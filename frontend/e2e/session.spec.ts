import { CARDS, fillCard, payButton } from "./support/card";
import { expect, PASSWORD, type Page, test } from "./support/test";

async function logInAgain(page: Page, email: string) {
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In" }).click();
}

test("a session that ended while paying: log in, and back to the payment", async ({
  page,
  context,
  api,
}) => {
  const { item, email } = await api.logInToPay("ticket");
  const address = `/payment?type=ticket&amount=150&id=${item.id}&step=pay`;
  await page.goto(address);
  await fillCard(page, CARDS.good);
  await context.clearCookies();
  await payButton(page).click();
  await logInAgain(page, email);
  await expect(payButton(page)).toBeEnabled();
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe(address);
  expect(await api.isPaid("ticket", item)).toBe(false);
});

test("a session ended on the server sends the profile to the log-in and back", async ({
  page,
  api,
}) => {
  const { email } = await api.signUp();
  await page.goto("/driving-profile");
  await expect(page.getByText("Welcome Robin")).toBeVisible();
  // By hand and without its cookie's removal: the browser believes that it is logged in.
  const cookies = await page.context().cookies();
  await api.post("/api/logout", {});
  await page.context().addCookies(cookies);
  await page.reload();
  await logInAgain(page, email);
  await expect(page.getByText("Welcome Robin")).toBeVisible();
});

test("logging out in one tab ends the other", async ({ page, context, api }) => {
  await api.signUp();
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto("/driving-profile");
    await expect(tab.getByText("Welcome Robin")).toBeVisible();
  }
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
});
