import { useEffect, useSyncExternalStore } from "react";
import { openReconnectingSocket } from "@/parts/chat/reconnectingSocket";
import type { DeskPage } from "../deskPages";
import { LiveDesk, type LiveState, watchAway } from "./liveDesk";
import { COUNTS, callsShowing } from "./liveLists";
import { refresh } from "./refresh";

/** How long the socket stays open between two pages of the back office. */
const LINGER_MS = 2000;

let desk: { staffId: number; live: LiveDesk } | null = null;
let users = 0;
let end: ReturnType<typeof setTimeout> | undefined;
let stopWatching: (() => void) | null = null;

const ignoreFailure = (reading: Promise<unknown>) => void reading.catch(() => undefined);

function deskOf(staffId: number, pages: readonly DeskPage[]): LiveDesk {
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

/** Tracks changes by others while a page of the back office is open. */
export function useLiveDesk(staffId: number, pages: readonly DeskPage[]): void {
  useEffect(() => {
    const live = deskOf(staffId, pages);
    users += 1;
    clearTimeout(end);
    live.start();
    stopWatching ??= watchAway();
    const onVisible = () => !document.hidden && live.seen();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      users -= 1;
      if (users > 0) return;
      end = setTimeout(() => {
        live.stop();
        stopWatching?.();
        stopWatching = null;
      }, LINGER_MS);
    };
  }, [staffId, pages]);
}

const NOTHING: LiveState = { connected: false, recentChanges: new Map(), people: [] };

/** Returns the current live state; for components inside a page of the back office. */
export const useLive = (): LiveState =>
  useSyncExternalStore(
    (listener) => desk?.live.subscribe(listener) ?? (() => undefined),
    () => desk?.live.state() ?? NOTHING,
  );

export const liveDesk = (): LiveDesk | null => desk?.live ?? null;
