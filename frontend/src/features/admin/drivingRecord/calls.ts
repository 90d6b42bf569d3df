import * as help from "@/api/generated/help/sdk.gen";
import * as payments from "@/api/generated/payments/sdk.gen";
import * as requests from "@/api/generated/requests/sdk.gen";
import * as sdk from "@/api/generated/sdk.gen";
import * as staff from "@/api/generated/staff/sdk.gen";
import { toFilteredSumsCall, toListCall } from "@/api/listCalls";
import type {
  NewParkingBody,
  NewTicketBody,
  NewTollBody,
  ParkingBody,
  TicketBody,
  TollBody,
  UserBody,
} from "@/api/types";
import type { ItemKind } from "@/lib/paths";

export const USERS = toListCall(sdk.listUsers);

/** Options for reading all of a driver's items, including paid ones that the driver's own screens no longer show. */
const includingPaid = (id: number) => ({ path: { id }, query: { all: true } });
export const getAllTickets = (id: number) => sdk.listTickets(includingPaid(id));
export const getAllParking = (id: number) => sdk.listParking(includingPaid(id));
export const getAllTolls = (id: number) => sdk.listTolls(includingPaid(id));

/** Creates a ticket. If the body lacks required fields, the server returns an error for each. */
export const postTicket = (body: TicketBody) => staff.createTicket({ body: body as NewTicketBody });
export const patchTicket = (id: number, body: TicketBody) =>
  payments.updateTicket({ path: { id }, body });
const REMOVALS = {
  ticket: staff.removeTicket,
  parking: staff.removeParking,
  toll: staff.removeToll,
} as const;
/** Removes an item from its driver's record. `result` says how the matter ended. */
export async function deleteItem(kind: ItemKind, id: number, result: string): Promise<void> {
  await REMOVALS[kind]({ path: { id }, body: { result } });
}
export const postParking = (body: ParkingBody) =>
  staff.createParking({ body: body as NewParkingBody });
export const patchParking = (id: number, body: ParkingBody) =>
  payments.updateParking({ path: { id }, body });
export const postToll = (body: TollBody) => staff.createToll({ body: body as NewTollBody });
export const patchToll = (id: number, body: TollBody) =>
  payments.updateToll({ path: { id }, body });
export const patchUserAsStaff = (id: number, body: UserBody) =>
  sdk.updateUser({ path: { id }, body });
/** A detail of a driver that staff verify (`claim`), and the document or record that they checked (`basis`). */
type VerifyBody = { claim: "plate" | "license"; basis: string };
/** Verifies the plate or license that staff checked (`number` and `state`). Fails if the driver has changed it. */
export const postVerify = (
  id: number,
  body: VerifyBody & {
    number: string;
    state: string | null;
    plateFrom?: string;
    plateUntil?: string;
  },
) => staff.verifyUser({ path: { id }, body });
export const postUnverify = (id: number, claim: VerifyBody["claim"]) =>
  staff.unverifyUser({ path: { id }, body: { claim } });
/**
 * Verifies the plates or licenses of the drivers in a filtered list, up to the server's maximum. `query` has the
 * list's filters. Plates and licenses that drivers entered after `listedAt` stay unverified.
 */
export const postVerifications = (
  query: Record<string, string>,
  body: VerifyBody & { listedAt?: string },
) => staff.verifyUsers({ query: query as never, body });
export const postEndSessionsOf = (id: number) => staff.endSessionsOf({ path: { id } });
export const patchDrivingProfile = (
  id: number,
  body: { status?: string; currentPoints?: number; totalPoints?: number },
) => staff.updateProfile({ path: { userId: id }, body });

/**
 * Returns a driver's timeline entries, newest first. `before` is the cursor of the last entry
 * known.
 */
export const getTimeline = (
  id: number,
  query: { kinds?: string; before?: string; limit: number },
) => staff.showTimeline({ path: { id }, query });

/** List calls of other features, which the driver's page filters by driver. */
export const PAYMENTS = toListCall(staff.listTransactions);
export const PAYMENT_SUMS = toFilteredSumsCall(staff.transactionSummary);
export const HIRES = toListCall(sdk.listHires);
export const INQUIRIES = toListCall(help.listInquiries);
export const REPORTS = toListCall(requests.listReports);
export const TEXTS = toListCall(requests.listTextRequests);
