import { preloadUrls } from "@/api/generated/preload.gen";

/** The fields of the session record that decide which calls are preloaded. */
export type RecordedUser = { id: number; lastAdminUpdateAt?: string; vehicleLicensePlate?: string };

type OwnCall = (userId: number, requestedBy: number) => string;
type Query = URLSearchParams;

const { showConfig, showSession, showProfile } = preloadUrls;
const { listTickets, listCourtAppearances, listTolls, listParking } = preloadUrls;

/**
 * Returns the calls that read the driver's own record. The lists are preloaded only once staff have prepared the record
 * (docs/product/driving-record.md#record-readiness), and parking tickets only for a driver with a plate. Otherwise, the
 * profile requests them itself.
 */
function recordCalls(user: RecordedUser, query: Query): OwnCall[] {
  if (query.has("user")) return [];
  if (!user.lastAdminUpdateAt) return [showProfile];
  const parking = user.vehicleLicensePlate ? [listParking] : [];
  return [showProfile, listTickets, listCourtAppearances, listTolls, ...parking];
}

/** The calls that the payment page makes for the item to pay, by the `type` in the address. */
const PAID_ITEM_CALLS = new Map<string | null, OwnCall[]>([
  ["ticket", [listTickets, listCourtAppearances]],
  ["lawyer", [listTickets, listCourtAppearances]],
  ["parking", [listParking]],
  ["toll", [listTolls]],
]);
/** Returns the calls that the payment page makes for the item in its query. */
const paymentCalls = (_: RecordedUser, query: Query) =>
  PAID_ITEM_CALLS.get(query.get("type")) ?? [];

/** For each screen whose data is preloaded, by path: the calls to preload. */
const SCREEN_CALLS: Partial<Record<string, (user: RecordedUser, query: Query) => OwnCall[]>> = {
  "/driving-profile": recordCalls,
  "/profile": recordCalls,
  "/due": recordCalls,
  "/payment": paymentCalls,
};

/** Returns the URLs to preload for the screen at an address; `user` is null without a session. */
export function listPreloads(
  user: RecordedUser | null,
  { pathname, search }: { pathname: string; search: string },
): string[] {
  if (!user) return [showConfig()];
  const calls = SCREEN_CALLS[pathname]?.(user, new URLSearchParams(search)) ?? [];
  return [showConfig(), showSession(), ...calls.map((url) => url(user.id, user.id))];
}
