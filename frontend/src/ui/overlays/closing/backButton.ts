import { useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";

/**
 * The browser's Back button closes the topmost dialog. Each open dialog has a history entry above its screen's, with
 * the same address. When a dialog closes without Back, its entry stays: the next dialog reuses it, and Back skips it.
 * So closing a dialog never moves through the history, which could undo a navigation that starts at the same time.
 */

/** Field of a history entry's state that holds its level: 0 is the screen below the dialogs. */
const LEVEL = "dialogLevel";

type Layer = { close: () => void };

/** The open dialogs, with the topmost one last. */
const layers: Layer[] = [];

/**
 * A position in the history. A screen and its dialogs share the router's index. The level is null if no dialog was
 * opened there.
 */
type HistoryPosition = { screen: unknown; level: number | null };

/** Reads the current position from the history entry's state. */
function readPosition(): HistoryPosition {
  const state = window.history.state as Record<string, unknown> | null;
  const level = state?.[LEVEL];
  return { screen: state?.idx, level: typeof level === "number" ? level : null };
}

let lastPosition: HistoryPosition | null = null;

/** Returns the current history state with another level. */
const withLevel = (level: number) => ({ ...window.history.state, [LEVEL]: level });

/** Adds a history entry for each open dialog without one. */
function addEntries(): void {
  let level = readPosition().level ?? 0;
  if (level === 0) window.history.replaceState(withLevel(0), "");
  while (level < layers.length) {
    level += 1;
    window.history.pushState(withLevel(level), "");
  }
  lastPosition = readPosition();
}

/**
 * Closes the topmost dialog after Back, and skips the entries of dialogs that are already closed.
 */
function onPopState(): void {
  const from = lastPosition;
  const to = readPosition();
  lastPosition = to;
  const top = layers.at(-1);
  if (top && (to.level ?? 0) < layers.length) {
    // The dialog may stay open, or another dialog may ask for confirmation. Both need a history entry again.
    flushSync(top.close);
    if (layers.length > 0) addEntries();
  } else if (isBelow(to, from)) window.history.back();
}

/**
 * Whether going from one position to the other closes dialogs of the same screen. False if the router replaced a
 * dialog's entry, because the new entry has no level.
 */
const isBelow = (to: HistoryPosition, from: HistoryPosition | null): boolean =>
  from !== null &&
  to.level !== null &&
  from.screen === to.screen &&
  (from.level ?? Number.POSITIVE_INFINITY) > to.level;

if (typeof window !== "undefined") {
  lastPosition = readPosition();
  window.addEventListener("popstate", onPopState);
}

/** Lets the Back button close a dialog while it is open. */
export function useBackButton(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useLayoutEffect(() => {
    latest.current = close;
  });
  useLayoutEffect(() => {
    if (!isOpen) return;
    const layer: Layer = { close: () => latest.current() };
    layers.push(layer);
    addEntries();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [isOpen]);
}
