import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dismissToast, dismissToasts, toast, toastItems } from "./toast";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it("shows only the newest toast", () => {
  toast({ title: "First" });
  toast({ title: "Second", variant: "destructive" });
  expect(toastItems()).toMatchObject([{ title: "Second", variant: "destructive", open: true }]);
  dismissToast(toastItems()[0]?.id ?? 0);
});

it("closes a dismissed toast immediately and removes it after 1,000,000 ms", () => {
  const { dismiss } = toast({ title: "Saved" });
  dismiss();
  dismiss();
  expect(toastItems()).toMatchObject([{ title: "Saved", open: false }]);
  vi.advanceTimersByTime(999_999);
  expect(toastItems()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(toastItems()).toHaveLength(0);
});

it("closes a toast when a dialog opens, unless the toast was shown together with that dialog", () => {
  toast({ title: "Old" });
  dismissToasts();
  expect(toastItems()[0]?.open).toBe(false);
  toast({ title: "Asked", withDialog: true });
  dismissToasts();
  expect(toastItems()[0]?.open).toBe(true);
  dismissToasts();
  expect(toastItems()[0]?.open).toBe(false);
});
