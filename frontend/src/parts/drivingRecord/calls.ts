import * as sdk from "@/api/generated/sdk.gen";

/** Options for reading a driver's record; `requestedBy` is the reader. */
const of = (id: number, requestedBy: number) => ({ path: { id }, query: { requestedBy } });
export const getProfile = (userId: number, by: number) =>
  sdk.showProfile({ path: { userId }, query: { requestedBy: by } });
export const getTickets = (id: number, by: number) => sdk.listTickets(of(id, by));
export const getAppearances = (userId: number, by: number) =>
  sdk.listCourtAppearances({ path: { userId }, query: { requestedBy: by } });
export const getParking = (id: number, by: number) => sdk.listParking(of(id, by));
export const getTolls = (id: number, by: number) => sdk.listTolls(of(id, by));

export const getUser = (id: number) => sdk.showUser({ path: { id } });
export const getUsers = (q: string) => sdk.listUsers({ query: { ...(q && { q }), limit: 20 } });
