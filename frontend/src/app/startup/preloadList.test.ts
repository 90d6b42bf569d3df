import { expect, it, vi } from "vitest";
import { preloadUrls } from "@/api/generated/preload.gen";
import * as sdk from "@/api/generated/sdk.gen";
import { readCases } from "@/testing/readCases";
import { listPreloads, type RecordedUser } from "./preloadList";

const NEW_DRIVER = { id: 7 };
const DRIVER = { id: 7, lastAdminUpdateAt: "2026-11-01T00:00:00Z", vehicleLicensePlate: "ABC 123" };

/** Returns the URLs of the preloaded calls, without the caller's id (`requestedBy`). */
const preloadsAt = (user: Parameters<typeof listPreloads>[0], pathname: string, search = "") =>
  listPreloads(user, { pathname, search }).map((url) => url.replace("?requestedBy=7", ""));

const SESSION = ["/api/config", "/api/session"];
const TICKETS = ["/api/tickets/7", "/api/court-appearances/7"];

it("preloads only the settings for a visitor", () => {
  expect(preloadsAt(null, "/driving-profile")).toEqual(["/api/config"]);
});

it.each(["/driving-profile", "/profile", "/due"])(
  "at %s, preloads the lists only of a prepared record, and parking tickets only with a plate",
  (path) => {
    const profile = [...SESSION, "/api/driving-profile/7"];
    expect(preloadsAt(NEW_DRIVER, path)).toEqual(profile);
    const record = [...profile, ...TICKETS, "/api/tolls/7"];
    expect(preloadsAt({ ...DRIVER, vehicleLicensePlate: "" }, path)).toEqual(record);
    expect(preloadsAt(DRIVER, path)).toEqual([...record, "/api/parking/7"]);
  },
);

it.each(
  readCases("record_calls").cases as { name: string; input: RecordedUser; expected: string[] }[],
)(
  "preloads the calls whose responses the server puts into the document: $name",
  ({ input, expected }) => {
    const place = { pathname: "/driving-profile", search: "" };
    expect(listPreloads(input, place)).toEqual([...SESSION, ...expected]);
  },
);

it("preloads no record for another user's profile, or for screens that show no record", () => {
  expect(preloadsAt(DRIVER, "/driving-profile", "?user=8")).toEqual(SESSION);
  expect(preloadsAt(DRIVER, "/account")).toEqual(SESSION);
});

it.each([
  ["ticket", TICKETS],
  ["lawyer", TICKETS],
  ["parking", ["/api/parking/7"]],
  ["toll", ["/api/tolls/7"]],
  ["constructor", []],
])("preloads the lists that the payment page needs for the type %s", (type, calls) => {
  expect(preloadsAt(DRIVER, "/payment", `?type=${type}&id=3`)).toEqual([...SESSION, ...calls]);
});

const CLIENT = new Map<string, unknown>(Object.entries(sdk));

it.each(Object.entries(preloadUrls))(
  "the preload %s has the same URL as the client's call",
  async (name, url) => {
    const fetch = vi.fn(async (_: string) => Response.json({}));
    vi.stubGlobal("fetch", fetch);
    const call = CLIENT.get(name) as (options: object) => Promise<unknown>;
    const query = url.length > 0 ? { requestedBy: 8 } : {};
    // The empty response doesn't match the call's schema.
    await call({ path: { id: 7, userId: 7 }, query }).catch(() => undefined);
    expect(fetch).toHaveBeenCalledExactlyOnceWith(url(7, 8), expect.anything());
  },
);
