import { mutate } from "swr";
import { errorHandlers } from "@/api/client";
import { CONFIG_KEY, SESSION_KEY } from "@/api/keys";
import type { Session, SignUpBody, User } from "@/api/types";
import { clearReference } from "@/parts/failureReference";
import { extendSession, postAuthenticate, postLogout, postUser } from "./calls";
import {
  clearPendingLogOut,
  clearSession,
  clearStoredData,
  markLogOutPending,
  saveSession,
} from "./session";
import { newSession } from "./sessionRecord";

/** Whether cached data belongs to a particular user. */
const isUserData = (key: unknown) => key !== CONFIG_KEY && key !== SESSION_KEY;

/** User id of the last session that the server reported. */
let cachedUserId: number | null = null;

/**
 * Clears cached data, so that one user's data is never shown to the next. `session` is the new
 * session; null if the user is logged out.
 */
async function clearCachedData(session: Session | null): Promise<void> {
  // After a login, reads in flight are repeated as well; their old responses are discarded.
  const revalidate = session !== null;
  cachedUserId = session?.user.id ?? null;
  clearReference();
  await mutate(isUserData, undefined, { revalidate });
  await mutate(SESSION_KEY, session, { revalidate: false });
}

/**
 * Records a session that the server reported. If another user has logged in in another tab, all data cached for the
 * previous user is cleared.
 */
export async function recordSession(session: Session): Promise<void> {
  const isOtherUser = cachedUserId !== null && cachedUserId !== session.user.id;
  cachedUserId = session.user.id;
  if (!isOtherUser) return;
  clearReference();
  await mutate(isUserData, undefined, { revalidate: false });
  await mutate(SESSION_KEY, session, { revalidate: false });
  // Revalidates only after the session was replaced. Until then, the screens would request the previous user's data.
  void mutate(isUserData);
}

let loggedOut = false;
/** The server's message if it ended the session after too many incorrect codes; otherwise null. */
let endReason: string | null = null;

/** Returns the reason to show at the next login if the session ended after too many incorrect codes. */
export const sessionEndReason = () => endReason;

/** Whether the user logged out or closed the account. If so, the next login doesn't return to the last screen. */
export const hasLoggedOut = () => loggedOut;

/** Starts a session for a user whom the server has just logged in. */
export async function startSession(user: User): Promise<User> {
  loggedOut = false;
  endReason = null;
  clearPendingLogOut();
  const record = newSession(user, Date.now());
  saveSession(record);
  await clearCachedData(record);
  return user;
}

/** Removes the session and the cached data from the browser. Doesn't notify the server. */
async function dropSession(): Promise<void> {
  clearSession();
  await clearCachedData(null);
}

/** Logs in with a password. Returns null if the server then asks for a second factor. */
export async function logIn(body: { email: string; password: string }): Promise<User | null> {
  const response = await postAuthenticate(body);
  return "secondFactor" in response ? null : startSession(response);
}

export async function signUp(body: SignUpBody): Promise<User> {
  return startSession(await postUser(body));
}

/**
 * Logs out in the browser even if the server can't be reached. A pending logout is sent before the session is next
 * read.
 */
export async function logOut(): Promise<void> {
  markLogOutPending();
  await sendLogOut();
  await endLocalSession();
}

/** Sends the logout to the server. If that fails, the logout stays pending. */
export const sendLogOut = () => postLogout().then(clearPendingLogOut, console.warn);

/** Ends the session in the browser, so that the user logs in again. */
export const forgetSession = dropSession;

/**
 * Ends the session in the browser after a logout or a closed account, and deletes the data stored
 * there.
 */
export async function endLocalSession(): Promise<void> {
  loggedOut = true;
  clearStoredData();
  await dropSession();
}

/** Renews the session on the server and stores the result. */
export async function renewSession(): Promise<void> {
  const session = await extendSession();
  saveSession(session);
  await mutate(SESSION_KEY, session, { revalidate: false });
}

/**
 * Registers a handler that ends the session in the browser when a call returns 401, so that the session's screens
 * redirect to the login.
 */
export function endSessionOn401(): void {
  errorHandlers.add(({ status, code, detail }) => {
    // An incorrect password or code also returns 401, but the session continues.
    if (status !== 401 || /^(invalid_credentials|code_refused|login_over)$/.test(code ?? ""))
      return;
    // Other calls in flight get a 401 without a reason, which must not overwrite this reason.
    if (code === "too_many_codes") endReason = detail;
    void dropSession();
  });
}
