import type { Client } from "./generated/client";
import * as payments from "./generated/payments/sdk.gen";
import * as requests from "./generated/requests/sdk.gen";
import * as sdk from "./generated/sdk.gen";
import * as staff from "./generated/staff/sdk.gen";
import type { ParkingBody, TicketBody, TollBody } from "./generated/payments/types.gen";
import type { UserBody } from "./generated/types.gen";

/** A driver's items, also those that the driver's own screens hide some days after they were paid. */
const all = (id: number) => ({ path: { id }, query: { all: true } });
export const getAllTickets = (id: number) => sdk.listTickets(all(id));
export const getAllParking = (id: number) => sdk.listParking(all(id));
export const getAllTolls = (id: number) => sdk.listTolls(all(id));

/** What staff do with drivers and with what drivers owe. */
export const postTicket = (body: TicketBody) => staff.createTicket({ body });
export const patchTicket = (id: number, body: TicketBody) =>
  payments.updateTicket({ path: { id }, body });
export const deleteTicket = (id: number, result: string) =>
  staff.removeTicket({ path: { id }, body: { result } });
export const postParking = (body: ParkingBody) => staff.createParking({ body });
export const patchParking = (id: number, body: ParkingBody) =>
  payments.updateParking({ path: { id }, body });
export const postToll = (body: TollBody) => staff.createToll({ body });
export const patchToll = (id: number, body: TollBody) =>
  payments.updateToll({ path: { id }, body });
export const patchUserAsStaff = (id: number, body: UserBody) =>
  sdk.updateUser({ path: { id }, body });
export const postBulkUpdate = (id: number) => staff.bulkUpdate({ path: { id } });
export const patchDrivingProfile = (
  id: number,
  body: { status?: string; currentPoints?: number; totalPoints?: number },
) => staff.updateProfile({ path: { id }, body });

export type { TextNotificationRequest as TextRequest } from "./generated/requests/types.gen";
export const listTextRequests = (
  client: Client,
  query: { limit: number; offset: number; sent?: boolean; solved?: boolean },
) => requests.listTextRequests({ client, query });

export const patchTextSolved = (id: number, isSolved: boolean) =>
  staff.markSolved({ path: { queue: "text-notification", id }, body: { isSolved } });
export type { TimelineEntry } from "./generated/staff/types.gen";
export const getTimeline = (id: number, query: { kinds?: string; before?: string }) =>
  staff.showTimeline({ path: { id }, query });
