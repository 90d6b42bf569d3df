import { useEffect, useSyncExternalStore } from "react";
import { openReconnectingSocket } from "@/parts/chat/reconnectingSocket";
import type { DeskPage } from "../deskPages";
import { LiveDesk, type LiveState, watchIdle } from "./liveDesk";
import { COUNTS, callsShowing } from "./liveLists";
import { refresh } from "./refresh";

/** Time in milliseconds that the socket stays open after a back-office page was left, in case another page opens. */
const CLOSE_DELAY_MS = 2000;

let desk: { staffId: number; live: LiveDesk } | null = null;
let userCount = 0;
let closeTimer: ReturnType<typeof setTimeout> | undefined;
let stopWatching: (() => void) | null = null;

const ignoreFailure = (reading: Promise<unknown>) => void reading.catch(() => undefined);

/** Returns the staff member's live desk. Stops the desk of another user, if there is one. */
function findOrCreateDesk(staffId: number, pages: readonly DeskPage[]): LiveDesk {
  if (desk?.staffId === staffId) return desk.live;
  desk?.live.stop();
  const live = new LiveDesk(staffId, {
    connect: openReconnectingSocket,
    refresh: (kinds) => ignoreFailure(refresh(...callsShowing(pages, kinds))),
    count: () => ignoreFailure(refresh(...COUNTS)),
    isHidden: () => document.hidden,
    now: () => Date.now(),
  });
  desk = { staffId: staffId, live };
  return live;
}

/** Tracks other users' changes while a page of the back office is open. */
export function useLiveDesk(staffId: number, pages: readonly DeskPage[]): void {
  useEffect(() => {
    const live = findOrCreateDesk(staffId, pages);
    userCount += 1;
    clearTimeout(closeTimer);
    live.start();
    stopWatching ??= watchIdle();
    const onVisible = () => !document.hidden && live.readMissed();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      userCount -= 1;
      if (userCount > 0) return;
      closeTimer = setTimeout(() => {
        live.stop();
        stopWatching?.();
        stopWatching = null;
      }, CLOSE_DELAY_MS);
    };
  }, [staffId, pages]);
}

const EMPTY_STATE: LiveState = { connected: false, recentChanges: new Map(), people: [] };

/** Returns the current live state; for components inside a page of the back office. */
export const useLiveState = (): LiveState =>
  useSyncExternalStore(
    (listener) => desk?.live.subscribe(listener) ?? (() => undefined),
    () => desk?.live.state() ?? EMPTY_STATE,
  );

/** Returns the live desk; null before a page of the back office has opened one. */
export const currentLiveDesk = (): LiveDesk | null => desk?.live ?? null;
