import * as sdk from "./generated/sdk.gen";
import type { SignUpBody } from "./generated/types.gen";

/**
 * Every call that the page makes, by the generated client (types, addresses, checked answers).
 * Failures are ApiError or NetworkError; an answer of the wrong shape is zod's error.
 */
export const getConfig = () => sdk.showConfig();
export const getSession = () => sdk.showSession();
export const extendSession = () => sdk.extendSession();
export const postLogout = () => sdk.logOut();
export const postAuthenticate = (body: { email: string; password: string }) => sdk.logIn({ body });

export const postUser = (body: SignUpBody) => sdk.signUp({ body });
export const getUser = (id: number) => sdk.showUser({ path: { id } });
export const getUsers = (q: string) => sdk.listUsers({ query: { ...(q && { q }), limit: 20 } });
export const patchUser = (
  id: number,
  body: { vehicleLicensePlate: string; vehicleState: string },
) => sdk.updateUser({ path: { id }, body });
export const patchRequestStatus = (id: number, lastFourSSN: string) =>
  sdk.requestStatus({ path: { id }, body: { lastFourSSN } });

const of = (id: number, requestedBy: number) => ({ path: { id }, query: { requestedBy } });
export const getProfile = (id: number, by: number) => sdk.showProfile(of(id, by));
export const getTickets = (id: number, by: number) => sdk.listTickets(of(id, by));
export const getParking = (id: number, by: number) => sdk.listParking(of(id, by));
export const getTolls = (id: number, by: number) => sdk.listTolls(of(id, by));

/** The most that one call brings. */
export const HIRES_PAGE = 200;
export const getLawyerHires = (offset = 0) =>
  sdk.listHires({ query: { limit: HIRES_PAGE, offset } });
