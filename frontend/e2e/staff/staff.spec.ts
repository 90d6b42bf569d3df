import { expectToast, failCalls } from "../support/desk";
import { screenChecker } from "../support/screens";
import { logInAs, invitationFor, newAdmin, STAFF_PASSWORD } from "../support/staff";
import {
  ADMIN,
  Api,
  expect,
  journeyOnDesktop,
  newEmail,
  onDesktop,
  PASSWORD,
  type Page,
  test,
} from "../support/test";
import { codeOf } from "../support/totp";

test.describe.configure({ timeout: 90_000 });

const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });
const invitation = (page: Page, email: string) =>
  page.getByRole("button", { name: `Withdraw the invitation for ${email}` });

async function invite(page: Page, email: string) {
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await dialog(page).getByLabel("Email").fill(email);
  await dialog(page).getByLabel("Your password").fill(PASSWORD);
  await dialog(page).getByRole("button", { name: "Invite" }).click();
  await expectToast(page, "Invitation Sent", `An email is on its way to ${email}.`);
}

test(
  "a new colleague is invited by email, joins and opens the back office",
  journeyOnDesktop,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const email = newEmail();
    await api.logIn(ADMIN);
    await page.goto("/admin/staff");
    await expect(row(page, ADMIN).getByText("You", { exact: true })).toBeVisible();
    await expect(row(page, ADMIN).getByText("Two-step verification off")).toBeVisible();
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await expect(dialog(page).getByLabel("Email")).toBeFocused();
    await dialog(page).getByRole("button", { name: "Invite" }).click();
    await expect(dialog(page).getByText("Email is required")).toBeVisible();
    await expect(dialog(page).getByText("Password is required")).toBeVisible();
    await expect(dialog(page).getByLabel("Email")).toBeFocused();
    await shot("staff-invite");
    await dialog(page).getByLabel("Email").fill(email);
    await dialog(page).getByLabel("Your password").fill("not my password");
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByText("This password is incorrect.")).toBeVisible();
    await expect(dialog(page).getByLabel("Your password")).toBeFocused();
    const restore = await failCalls(page, /\/staff\/invitations$/, "POST");
    await dialog(page).getByLabel("Your password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByRole("alert")).toContainText("Busy.");
    await expect(dialog(page).getByLabel("Email")).toHaveValue(email);
    await restore();
    await page.keyboard.press("Enter");
    await expectToast(page, "Invitation Sent", `An email is on its way to ${email}.`);
    await expect(page.getByRole("button", { name: "Invite", exact: true })).toBeFocused();
    await expect(invitation(page, email)).toBeVisible();
    await shot("staff");

    const token = await invitationFor(page, email);
    const context = await browser.newContext({ ...info.project.use, baseURL });
    const guest = await context.newPage();
    const guestShot = screenChecker(guest, info);
    await guest.goto(`/invitation#${token}`);
    await expect(guest.getByRole("heading", { name: "Join the Lanewise staff" })).toBeVisible();
    await expect(guest.getByText(email)).toBeVisible();
    const join = guest.getByRole("button", { name: "Join the staff" });
    await join.click();
    await expect(guest.getByText("Full name is required")).toBeVisible();
    await expect(guest.getByLabel("Full name")).toBeFocused();
    await guestShot("invitation");
    await guest.getByLabel("Full name").fill("Nina New");
    await guest.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
    await guest.getByLabel("Verify password").fill("something else");
    await join.click();
    await expect(guest.getByLabel("Verify password")).toBeFocused();
    await guest.getByLabel("Verify password").fill(STAFF_PASSWORD);
    const down = await failCalls(guest, /\/invitations\/accept$/, "POST");
    await join.click();
    await expect(guest.getByRole("alert")).toContainText("Busy.");
    await expect(guest.getByLabel("Full name")).toHaveValue("Nina New");
    await down();
    await join.click();
    await expectToast(guest, "You Joined the Staff", "Please log in to get started.");
    await guest.getByLabel("Email").fill(email);
    await guest.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
    await guest.getByRole("button", { name: "Log In" }).click();
    await expect(guest).toHaveURL(/\/admin$/);
    await expect(guest.getByRole("heading", { level: 1, name: "Tickets & users" })).toBeVisible();
    await guest.goto(`/invitation#${token}`);
    await expect(guest.getByText("This link no longer works")).toBeVisible();
    await guestShot("invitation-used");
    await context.close();

    await page.reload();
    await expect(row(page, email).getByText("Nina New")).toBeVisible();
    await expect(invitation(page, email)).toHaveCount(0);
  },
);

test(
  "a withdrawn invitation's link no longer works",
  onDesktop,
  async ({ page, api, browser, baseURL }) => {
    const email = newEmail();
    await api.logIn(ADMIN);
    await page.goto("/admin/staff");
    await invite(page, email);
    const token = await invitationFor(page, email);
    const restore = await failCalls(page, /\/staff\/invitations\/\d+$/, "DELETE");
    await invitation(page, email).click();
    await expectToast(page, "Error", "Busy.");
    await expect(invitation(page, email)).toBeVisible();
    await restore();
    await invitation(page, email).click();
    await expectToast(page, "Invitation Withdrawn", "The invitation link no longer works.");
    await expect(invitation(page, email)).toHaveCount(0);
    const context = await browser.newContext({ baseURL });
    const guest = await context.newPage();
    await guest.goto(`/invitation#${token}`);
    await expect(guest.getByText("This link no longer works")).toBeVisible();
    await context.close();
  },
);

test(
  "an invited driver joins the staff with their existing account",
  onDesktop,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const inviting = await browser.newContext({ baseURL });
    const staff = new Api(inviting);
    await staff.logIn(ADMIN);
    const { email } = await api.signUp();
    await staff.post("/api/admin/staff/invitations", { email, password: PASSWORD });
    const token = await invitationFor(page, email);
    await page.context().clearCookies();
    // The session call is held back, so the page reads the invitation before it knows that there is no session.
    let release = () => {};
    const untilReleased = new Promise<void>((done) => {
      release = done;
    });
    await page.route(/\/api\/session$/, async (route) => {
      await untilReleased;
      await route.fallback();
    });
    const restore = await failCalls(page, /\/invitations\/look$/, "POST");
    await page.goto(`/invitation#${token}`);
    await expect(page.getByText("We couldn’t load the invitation")).toBeVisible();
    await restore();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Log in with it to accept.")).toBeVisible();
    const readAgain = page.waitForResponse(/\/invitations\/look$/);
    release();
    await readAgain;
    await expect(page.getByText("Log in with it to accept.")).toBeVisible();
    await shot("invitation-account");
    await page.getByRole("link", { name: "Log in to accept" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByText("You are logged in as")).toBeVisible();
    await shot("invitation-own");
    await page.getByRole("button", { name: "Join the staff" }).click();
    await expectToast(page, "You Joined the Staff", "Please log in to get started.");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Tickets & users" })).toBeVisible();
    await inviting.close();
  },
);

test(
  "the invitation link is shown once if email is not set up",
  onDesktop,
  async ({ page, api }, info) => {
    const link = "https://lanewise.test/invitation#c2VjcmV0LXRva2VuLW9mLWFuLWludml0YXRpb24";
    const at = new Date().toISOString();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await api.logIn(ADMIN);
    await page.goto("/admin/staff");
    await page.route(/\/staff\/invitations$/, (route) =>
      route.request().method() === "POST"
        ? route.fulfill({
            status: 201,
            json: {
              id: 1,
              email: "new@lanewise.test",
              createdAt: at,
              expiresAt: at,
              invitedBy: 1,
              link,
            },
          })
        : route.fallback(),
    );
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await dialog(page).getByLabel("Email").fill("new@lanewise.test");
    await dialog(page).getByLabel("Your password").fill(PASSWORD);
    await dialog(page).getByRole("button", { name: "Invite" }).click();
    await expect(dialog(page).getByText(link)).toBeVisible();
    await screenChecker(page, info)("staff-link");
    await dialog(page).getByRole("button", { name: "Copy link" }).click();
    await expect(dialog(page).getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await dialog(page).getByRole("button", { name: "Done" }).click();
    await expect(dialog(page)).toHaveCount(0);
  },
);

test(
  "removing a colleague from the staff also ends their sessions",
  onDesktop,
  async ({ page, api, browser, baseURL }, info) => {
    const shot = screenChecker(page, info);
    const { email, fullName } = await newAdmin(browser, baseURL ?? "", "Remy Leaving");
    const context = await browser.newContext({ baseURL });
    await logInAs(new Api(context), email);
    const leaving = await context.newPage();
    await leaving.goto("/admin/staff");
    await expect(row(leaving, email).getByText("You", { exact: true })).toBeVisible();

    await api.logIn(ADMIN);
    await page.goto("/admin/staff");
    const remove = row(page, email).getByRole("button", {
      name: `Remove ${fullName} from staff`,
    });
    await remove.click();
    const confirmDialog = page.getByRole("dialog", { name: `Remove ${fullName} from staff?` });
    await expect(confirmDialog.getByLabel("Your password")).toBeFocused();
    await shot("staff-remove");
    await confirmDialog.getByRole("button", { name: "Cancel" }).click();
    await expect(confirmDialog).toHaveCount(0);
    await expect(remove).toBeFocused();
    await remove.click();
    await confirmDialog.getByRole("button", { name: "Remove" }).click();
    await expect(confirmDialog.getByText("Password is required")).toBeVisible();
    await confirmDialog.getByLabel("Your password").fill(PASSWORD);
    const restore = await failCalls(page, /\/remove$/, "POST");
    await confirmDialog.getByRole("button", { name: "Remove" }).click();
    await expect(confirmDialog.getByRole("alert")).toContainText("We couldn’t confirm the change");
    await expect(confirmDialog.getByLabel("Your password")).toHaveValue(PASSWORD);
    await restore();
    await confirmDialog.getByRole("button", { name: "Remove" }).click();
    await expectToast(page, "Staff Member Removed", `${fullName} is logged out everywhere.`);
    await expect(row(page, email)).toHaveCount(0);

    await leaving.reload();
    await expect(leaving).toHaveURL(/\/login/);
    await leaving.getByLabel("Email").fill(email);
    await leaving.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
    await leaving.getByRole("button", { name: "Log In" }).click();
    await expect(leaving.getByText("This area is for Lanewise staff")).toBeVisible();
    await context.close();
  },
);

test(
  "administrators must confirm before ending their own access",
  onDesktop,
  async ({ page, api, browser, baseURL }, info) => {
    const { email, fullName } = await newAdmin(browser, baseURL ?? "");
    await logInAs(api, email);
    await page.goto("/admin/staff");
    await row(page, email)
      .getByRole("button", { name: `Remove ${fullName} from staff` })
      .click();
    const confirmDialog = page.getByRole("dialog", { name: "Remove your own staff access?" });
    await expect(confirmDialog).toContainText("You’ll lose staff access");
    await confirmDialog.getByLabel("Your password").fill(STAFF_PASSWORD);
    await confirmDialog.getByRole("button", { name: "Remove" }).click();
    await expect(confirmDialog.getByText("Check the box to continue.")).toBeVisible();
    await screenChecker(page, info)("staff-leave");
    await confirmDialog.getByRole("checkbox").check();
    // Testing the last administrator for real would need a separate server, so its response is simulated.
    const last = "Lanewise needs an administrator, and this is the last one.";
    await page.route(/\/remove$/, (route) =>
      route.fulfill({ status: 409, json: { code: "last_administrator", message: last } }),
    );
    await confirmDialog.getByRole("button", { name: "Remove" }).click();
    await expect(confirmDialog.getByRole("alert")).toContainText(last);
    await page.unroute(/\/remove$/);
    await confirmDialog.getByRole("button", { name: "Remove" }).click();
    await expect(page).toHaveURL(/\/login/);
  },
);

test(
  "staff reset a colleague's lost second factor",
  onDesktop,
  async ({ page, api, browser, baseURL }, info) => {
    const { email, fullName } = await newAdmin(browser, baseURL ?? "", "Lou Lostphone");
    const context = await browser.newContext({ baseURL });
    const theirs = new Api(context);
    await logInAs(theirs, email);
    const setup = await theirs.post("/api/account/second-factor", { password: STAFF_PASSWORD });
    const { secret } = (await setup.json()) as { secret: string };
    const code = codeOf(secret);
    expect((await theirs.post("/api/account/second-factor/confirm", { code })).status()).toBe(200);

    await api.logIn(ADMIN);
    await page.goto("/admin/staff");
    await expect(row(page, email).getByText("Two-step verification on")).toBeVisible();
    await row(page, email)
      .getByRole("button", { name: `Reset two-step verification for ${fullName}` })
      .click();
    const confirmDialog = page.getByRole("dialog", {
      name: `Reset ${fullName}’s two-step verification?`,
    });
    await screenChecker(page, info)("staff-reset");
    await confirmDialog.getByLabel("Your password").fill(PASSWORD);
    await confirmDialog.getByRole("button", { name: "Reset" }).click();
    await expectToast(
      page,
      "Two-Step Verification Reset",
      `${fullName} now logs in with just a password.`,
    );
    await expect(row(page, email).getByText("Two-step verification off")).toBeVisible();
    await logInAs(theirs, email);
    await context.close();
  },
);

test(
  "staff can retry lists that failed to load, and an empty invitation list shows a message",
  onDesktop,
  async ({ page, api }, info) => {
    await api.logIn(ADMIN);
    const staff = /\/api\/admin\/staff$/;
    const invitations = /\/api\/admin\/staff\/invitations$/;
    const one = await failCalls(page, staff, "GET");
    const other = await failCalls(page, invitations, "GET");
    await page.goto("/admin/staff");
    await expect(page.getByText("We couldn’t load the staff list")).toBeVisible();
    await expect(page.getByText("We couldn’t load the invitations")).toBeVisible();
    await screenChecker(page, info)("staff-failed");
    await one();
    await other();
    await page.route(invitations, (route) => route.fulfill({ json: [] }));
    await page.getByRole("button", { name: "Try again" }).first().click();
    await page.getByRole("button", { name: "Try again" }).last().click();
    await expect(row(page, ADMIN)).toBeVisible();
    await expect(
      page.getByText("No open invitations. An invitation link works once and expires in 3 days."),
    ).toBeVisible();
  },
);
