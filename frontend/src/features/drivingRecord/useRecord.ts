import { preloadUrls } from "@/api/generated/preload.gen";
import { CONFIG_KEY, SESSION_KEY } from "@/api/keys";
import { preloadData } from "@/api/preload";
import type { Session, User } from "@/api/types";
import { loadSession } from "@/parts/accounts/session";
import { readSession } from "@/parts/accounts/useSession";
import { getConfig } from "@/parts/config/calls";
import {
  preloadOwnRecord,
  useAppearances,
  useParking,
  useProfile,
  useTickets,
  useTolls,
  useUser,
} from "@/parts/drivingRecord/useRecords";

/**
 * Reads everything that the profile shows about one driver. Each part is read once the page knows that the viewer may
 * read it.
 */
export function useRecord(viewer: User, userId: number) {
  const isOwn = userId === viewer.id;
  const otherUser = useUser(isOwn ? null : userId);
  const user = isOwn ? viewer : otherUser.data;
  // Until staff have prepared the record, the lists have only what the driver added
  // (docs/product/driving-record.md#record-readiness).
  const isPreparing = user !== undefined && !user.lastAdminUpdateAt;
  const viewerId = viewer.id;
  const id = user ? userId : null;
  const tickets = useTickets({ id, viewerId });
  const appearances = useAppearances({ id, viewerId });
  const parking = useParking({ id, viewerId });
  const tolls = useTolls({ id, viewerId });
  return {
    isOwn,
    user,
    /** The error if the user can't be shown: not found, forbidden, or not reachable. */
    failure: isOwn ? undefined : otherUser.error,
    retry: () => void otherUser.mutate(),
    retrying: otherUser.isValidating,
    /** True while staff are preparing the record, so that it has only what the driver added. */
    isPreparing,
    /** True once all lists have loaded or failed, so that content below them no longer moves. */
    isWhole: [tickets, tolls, parking].every((list) => list.data || list.error),
    profile: useProfile({ id: user ? userId : null, viewerId }),
    tickets,
    /** Pending court appearances, including those of tickets that have left the lists. */
    appearances,
    parking,
    tolls,
  };
}

export type DriverRecord = ReturnType<typeof useRecord>;

/** Returns the record without its lists' data, so that they show as loading. */
export function withoutLists(record: DriverRecord): DriverRecord {
  const noData = { data: undefined, error: undefined };
  const { tickets, parking, tolls } = record;
  return {
    ...record,
    isWhole: false,
    tickets: { ...tickets, ...noData },
    parking: { ...parking, ...noData },
    tolls: { ...tolls, ...noData },
  };
}

/** Preloads the parts of the user's own record that the preload script has requested, for the first render. */
export async function preloadScreenData(): Promise<void> {
  const id = (loadSession() as Session | null)?.user.id;
  if (!id) return;
  await Promise.all([
    preloadData(preloadUrls.showSession(), SESSION_KEY, readSession),
    preloadData(preloadUrls.showConfig(), CONFIG_KEY, getConfig),
    preloadOwnRecord(id),
  ]);
}
