import { readProgress } from "./progress";

/** Message to the service worker (public/sw.js) to show the reminder; also the notification's tag. */
export const REMINDER = "signup-return";
const REMIND_AFTER_MS = 2 * 60_000;
const REMINDED_KEY = "lanewise.signup.reminded";

let timer: ReturnType<typeof setTimeout> | undefined;

const canRemind = () => "Notification" in window && "serviceWorker" in navigator;

/** Whether to offer the reminder: the browser supports it, and the user has neither granted nor refused permission. */
export const mayOfferReminder = () => canRemind() && Notification.permission === "default";

/**
 * Asks the browser for permission to notify, and then schedules the reminder. Returns whether the user gave permission.
 */
export async function requestReminderPermission(): Promise<boolean> {
  try {
    if ((await Notification.requestPermission()) !== "granted") return false;
  } catch (error) {
    console.warn("could not ask for permission to notify", error);
    return false;
  }
  scheduleReminder();
  return true;
}

/**
 * Schedules the reminder: two minutes after the sign-up started, or two minutes from now
 * if that time has passed. Each sign-up has one reminder. Does nothing without the
 * browser's permission to notify.
 */
export function scheduleReminder(): void {
  if (timer !== undefined || !canRemind() || Notification.permission !== "granted") return;
  const { id, startTime } = readProgress() ?? {};
  if (!id || !startTime || wasReminded(id)) return;
  const delay = Date.parse(startTime) + REMIND_AFTER_MS - Date.now();
  timer = setTimeout(
    () => {
      timer = undefined;
      void showReminder(id);
    },
    delay > 0 && delay <= REMIND_AFTER_MS ? delay : REMIND_AFTER_MS,
  );
}

export function cancelReminder(): void {
  clearTimeout(timer);
  timer = undefined;
}

/** Shows the reminder of the sign-up with this id, at most once. */
async function showReminder(id: string): Promise<void> {
  // Shows no reminder if the sign-up was finished in another tab, or if another sign-up has started.
  if (readProgress()?.id !== id || wasReminded(id)) return;
  try {
    localStorage.setItem(REMINDED_KEY, id);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(REMINDER);
  } catch (error) {
    console.warn("the reminder could not be shown", error);
  }
}

function wasReminded(id: string): boolean {
  try {
    return localStorage.getItem(REMINDED_KEY) === id;
  } catch {
    return false;
  }
}
