import * as sdk from "@/api/generated/notices/sdk.gen";
import type { ReminderChoicesBody } from "@/api/types";

export const REMINDERS_KEY = "/api/reminders";
export const getReminders = () => sdk.showReminders();
export const patchReminders = (body: ReminderChoicesBody) => sdk.chooseReminders({ body });
export const postNumberCode = (id: number) => sdk.sendNumberCode({ path: { id } });
export const confirmNumber = (id: number, code: string) =>
  sdk.confirmNumber({ path: { id }, body: { code } });
/** Creates the user's private calendar link, and returns its address. */
export const postFeed = () => sdk.openCalendar();
/** Turns the user's private calendar link off. */
export const deleteFeed = () => sdk.closeCalendar();
