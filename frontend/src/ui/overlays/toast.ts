import type { ReactNode } from "react";

/** Options of a toast. Any module can add a toast; Toaster shows them. */
export type ToastOptions = {
  title: string;
  description?: ReactNode;
  /** `info` is for work in progress, when nothing is done yet. */
  variant?: "default" | "info" | "destructive";
  action?: { label: string; onAction: () => void };
  /** Time until the toast closes by itself, in milliseconds. */
  duration?: number;
  /** Keeps the toast when a dialog opens at the same time. */
  withDialog?: boolean;
};
export type ToastItem = ToastOptions & { id: number; open: boolean };

const MAX_TOASTS = 1;
export const DEFAULT_DURATION_MS = 5000;
const REMOVE_DELAY_MS = 1_000_000;

let items: readonly ToastItem[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

/** Replaces the toasts and notifies the listeners. */
function replaceToasts(next: readonly ToastItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

/** Shows a toast. Returns its id and a function that closes it. */
export function toast(options: ToastOptions): { id: number; dismiss: () => void } {
  lastId += 1;
  const id = lastId;
  replaceToasts([{ ...options, id, open: true }, ...items].slice(0, MAX_TOASTS));
  return { id, dismiss: () => dismissToast(id) };
}

/** Closes a toast. The toast stays in the store, closed, until its removal delay is over. */
export function dismissToast(id: number): void {
  replaceToasts(items.map((item) => (item.id === id ? { ...item, open: false } : item)));
  if (removals.has(id)) return;
  const remove = () => {
    removals.delete(id);
    replaceToasts(items.filter((item) => item.id !== id));
  };
  removals.set(id, setTimeout(remove, REMOVE_DELAY_MS));
}

/**
 * Closes the open toasts, because a dialog opens. A toast with `withDialog` survives the first dialog that opens, and
 * closes when the next one opens.
 */
export function dismissToasts(): void {
  const old = items.filter(({ open, withDialog }) => open && !withDialog);
  for (const { id } of old) dismissToast(id);
  if (items.some(({ withDialog }) => withDialog))
    replaceToasts(items.map((item) => ({ ...item, withDialog: false })));
}

/** Calls the listener after each change of the toasts. Returns a function that stops this. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function toastItems(): readonly ToastItem[] {
  return items;
}
