import type { Browser } from "@playwright/test";
import { waitForLink } from "./mail";
import { ADMIN, Api, expect, newEmail, PASSWORD, type Page } from "./test";

/** Password of staff who are invited in a test, which differs from the demo accounts' published password. */
export const STAFF_PASSWORD = "marble-otter-candle-8";

/** Returns the token of the newest invitation to this address. */
export async function invitationFor(page: Page, email: string): Promise<string> {
  return new URL(await waitForLink(page, email, "invitation")).hash.slice(1);
}

/** Creates an administrator for this test by invitation. No one is logged in afterwards. */
export async function newAdmin(
  browser: Browser,
  baseURL: string,
  fullName = "Avery Quill",
): Promise<{ email: string; fullName: string }> {
  const context = await browser.newContext({ baseURL, serviceWorkers: "block" });
  const api = new Api(context);
  await api.logIn(ADMIN);
  const email = newEmail();
  const invited = await api.post("/api/admin/staff/invitations", { email, password: PASSWORD });
  expect(invited.status(), "invite").toBe(201);
  const token = await invitationFor(await context.newPage(), email);
  const body = { token, fullName, password: STAFF_PASSWORD };
  expect((await api.post("/api/invitations/accept", body)).ok(), "join").toBe(true);
  await context.close();
  return { email, fullName };
}

/** Logs a staff member in, in the browser context of `api`. */
export async function logInAs(api: Api, email: string, password = STAFF_PASSWORD): Promise<void> {
  const answer = await api.post("/api/authenticate", { email, password });
  expect(answer.status(), `log in as ${email}`).toBe(200);
}
