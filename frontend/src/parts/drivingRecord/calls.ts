import * as sdk from "@/api/generated/sdk.gen";

/** Options for reading a driver's record; `requestedBy` is the id of the user who reads it. */
const readOptions = (id: number, requestedBy: number) => ({ path: { id }, query: { requestedBy } });
export const getProfile = (userId: number, viewerId: number) =>
  sdk.showProfile({ path: { userId }, query: { requestedBy: viewerId } });
export const getTickets = (id: number, viewerId: number) =>
  sdk.listTickets(readOptions(id, viewerId));
export const getAppearances = (userId: number, viewerId: number) =>
  sdk.listCourtAppearances({ path: { userId }, query: { requestedBy: viewerId } });
export const getParking = (id: number, viewerId: number) =>
  sdk.listParking(readOptions(id, viewerId));
export const getTolls = (id: number, viewerId: number) => sdk.listTolls(readOptions(id, viewerId));

export const getUser = (id: number) => sdk.showUser({ path: { id } });
export const getUsers = (q: string) => sdk.listUsers({ query: { ...(q && { q }), limit: 20 } });
