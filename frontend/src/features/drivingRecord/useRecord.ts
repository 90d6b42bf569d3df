import { isAskedEarly, readAhead } from "@/api/ahead";
import { CONFIG_KEY, SESSION_KEY } from "@/api/keys";
import type { Session, User } from "@/api/types";
import { loadSession } from "@/parts/accounts/session";
import { readSession } from "@/parts/accounts/useSession";
import { getConfig } from "@/parts/config/calls";
import {
  readOwnAhead,
  useParking,
  useProfile,
  useTickets,
  useTolls,
  useUser,
} from "@/parts/drivingRecord/useRecords";

/** Everything the profile shows of one driver; each part waits for what decides whether it may be asked for. */
export function useRecord(viewer: User, userId: number) {
  const own = userId === viewer.id;
  const other = useUser(own ? null : userId);
  const user = own ? viewer : other.data;
  // docs/PRODUCT.md#record-readiness
  const prepared = Boolean(user?.lastAdminUpdateAt);
  const by = viewer.id;
  const id = prepared ? userId : null;
  const plate = user?.vehicleLicensePlate;
  const tickets = useTickets({ id, by });
  const parking = useParking({ id: plate ? id : null, by });
  const tolls = useTolls({ id, by });
  const preparing = user !== undefined && !prepared;
  return {
    own,
    user,
    /** Why there is no user to show: unknown, somebody else's, or not reached. */
    failure: own ? undefined : other.error,
    retry: () => void other.mutate(),
    retrying: other.isValidating,
    /** Tickets, parking and tolls exist only once staff have updated the record. */
    preparing,
    /** Every list is there, or could not be read: what stands below them is not pushed away any more. */
    isWhole: preparing || [tickets, tolls, plate ? parking : tolls].every((l) => l.data || l.error),
    profile: useProfile({ id: user ? userId : null, by }),
    tickets,
    parking,
    tolls,
  };
}

export type DriverRecord = ReturnType<typeof useRecord>;

/** The same with its lists still on their way. */
export function withoutLists(record: DriverRecord): DriverRecord {
  const none = { data: undefined, error: undefined };
  const { tickets, parking, tolls } = record;
  return {
    ...record,
    isWhole: record.preparing,
    tickets: { ...tickets, ...none },
    parking: { ...parking, ...none },
    tolls: { ...tolls, ...none },
  };
}

/** Everything of one's own record that was asked for early, so that the first drawing of the screen has it. */
export async function ahead(): Promise<void> {
  const id = (loadSession() as Session | null)?.user.id;
  if (!id || !isAskedEarly(SESSION_KEY)) return;
  await Promise.all([
    readAhead(SESSION_KEY, readSession),
    readAhead(CONFIG_KEY, getConfig),
    readOwnAhead(id),
  ]);
}
