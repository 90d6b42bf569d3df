import { readProgress } from "./progress";

/** The tag of the reminder, and the word the service worker (public/sw.js) shows it at. */
export const REMINDER = "signup-return";
const REMIND_AFTER_MS = 2 * 60_000;
const REMINDED_KEY = "lanewise.signup.reminded";

let timer: ReturnType<typeof setTimeout> | undefined;

const canRemind = () => "Notification" in window && "serviceWorker" in navigator;

/** Whether to offer it: the browser can remind, and the person was never asked. */
export const mayOffer = () => canRemind() && Notification.permission === "default";

/** Asks for the browser's permission; true once a reminder is due. */
export async function agreeToReminder(): Promise<boolean> {
  try {
    if ((await Notification.requestPermission()) !== "granted") return false;
  } catch (error) {
    console.warn("notifications cannot be asked for", error);
    return false;
  }
  scheduleReminder();
  return true;
}

/**
 * Two minutes after the signup started, or after the person agreed when that was later; once for each signup. It waits
 * on while another of our screens is shown: finishing the signup is what calls it off.
 */
export function scheduleReminder(): void {
  if (timer !== undefined || !canRemind() || Notification.permission !== "granted") return;
  const { id, startTime } = readProgress() ?? {};
  if (!id || !startTime || wasReminded(id)) return;
  const left = Date.parse(startTime) + REMIND_AFTER_MS - Date.now();
  timer = setTimeout(
    () => {
      timer = undefined;
      void remind(id);
    },
    left > 0 && left <= REMIND_AFTER_MS ? left : REMIND_AFTER_MS,
  );
}

/** The signup is over. */
export function callOffReminder(): void {
  clearTimeout(timer);
  timer = undefined;
}

async function remind(id: string): Promise<void> {
  // Finished in another tab, or another signup by now.
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
