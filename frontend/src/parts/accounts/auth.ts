import { mutate } from "swr";
import { onRefused } from "@/api/client";
import { CONFIG_KEY, SESSION_KEY } from "@/api/keys";
import type { Session, SignUpBody, User } from "@/api/types";
import { forgetReference } from "@/parts/failureReference";
import { extendSession, postAuthenticate, postLogout, postUser } from "./calls";
import { clearSession, forgetStored, oweLogOut, saveSession, settleLogOut } from "./session";
import { newSession } from "./sessionRecord";

/** What was read as somebody in particular. */
const isTheirs = (key: unknown) => key !== CONFIG_KEY && key !== SESSION_KEY;

/** Whose the session was when the server last told. */
let whose: number | null = null;

/** Nothing read as one person may be shown to the next. */
async function forgetEverything(session: Session | null): Promise<void> {
  // After a log-in what was asked for shortly before is asked for again, too: the old answers count no more.
  const revalidate = session !== null;
  whose = session?.user.id ?? null;
  forgetReference();
  await mutate(isTheirs, undefined, { revalidate });
  await mutate(SESSION_KEY, session, { revalidate: false });
}

/** The server has told of a session; one of somebody else, who logged in in another tab, begins with nothing of the one before. */
export async function noteSession(session: Session): Promise<void> {
  const isAnothers = whose !== null && whose !== session.user.id;
  whose = session.user.id;
  if (!isAnothers) return;
  forgetReference();
  await mutate(isTheirs, undefined, { revalidate: false });
  await mutate(SESSION_KEY, session, { revalidate: false });
  // Only now: the screens of the one before would ask for what is not this person's.
  void mutate(isTheirs);
}

let loggedOut = false;
/** The server's own words, where it ended the session for something that was done in it. */
let ended: string | null = null;

/** Why the session is over, where the person could not know. */
export const whyEnded = () => ended;

/** Whether the person ended the session: then the log-in starts afresh, instead of leading back to where they were. */
export const leftOnPurpose = () => loggedOut;

/** The server has opened a session for this user. */
export async function enter(user: User): Promise<User> {
  loggedOut = false;
  ended = null;
  settleLogOut();
  const record = newSession(user, Date.now());
  saveSession(record);
  await forgetEverything(record);
  return user;
}

async function leave(): Promise<void> {
  clearSession();
  await forgetEverything(null);
}

/** Null when the second factor's code is asked for. */
export async function logIn(body: { email: string; password: string }): Promise<User | null> {
  const answer = await postAuthenticate(body);
  return "secondFactor" in answer ? null : enter(answer);
}

export async function signUp(body: SignUpBody): Promise<User> {
  return enter(await postUser(body));
}

/** Ends the session here even when the server cannot be told: it is told before the session is asked for again. */
export async function logOut(): Promise<void> {
  oweLogOut();
  await tellLogOut();
  await accountClosed();
}

/** Tells the server of a log-out; what it did not hear stays owed. */
export const tellLogOut = () => postLogout().then(settleLogOut, console.warn);

/** The server has ended the session: the person logs in again. */
export const forgetSession = leave;

/** The account is closed, and with it the session is over. */
export async function accountClosed(): Promise<void> {
  loggedOut = true;
  forgetStored();
  await leave();
}

/** Another 30 minutes, by the server's word. */
export async function renewSession(): Promise<void> {
  const session = await extendSession();
  saveSession(session);
  await mutate(SESSION_KEY, session, { revalidate: false });
}

/** A 401 to any call means that the server no longer knows the session: the screens behind it go to the log-in. */
export function endSessionWhenRefused(): void {
  onRefused.add(({ status, code, detail }) => {
    // A wrong password or code is a 401 as well, but ends no session.
    if (status !== 401 || /^(invalid_credentials|code_refused|login_over)$/.test(code ?? ""))
      return;
    // Calls that were on their way are refused as well, without a word of why.
    if (code === "too_many_codes") ended = detail;
    void leave();
  });
}
