import type { ItemKind, PaymentKind } from "@/lib/paths";
import { call } from "./client";
import type {
  Config,
  DrivingProfile,
  LawyerHire,
  Parking,
  PaymentIntent,
  PaymentTransaction,
  Session,
  SignupBody,
  Ticket,
  Toll,
  User,
} from "./types";

/** Every call of docs/API.md that the page makes, one function each. */
const ITEM_PATHS: Record<ItemKind, string> = {
  ticket: "/api/tickets",
  parking: "/api/parking",
  toll: "/api/tolls",
};

export const getConfig = () => call<Config>("GET", "/api/config");
export const getSession = () => call<Session>("GET", "/api/session");
export const extendSession = () => call<Session>("POST", "/api/session/extend");
export const postLogout = () => call<Record<string, never>>("POST", "/api/logout");
export const postAuthenticate = (body: { email: string; password: string }) =>
  call<User>("POST", "/api/authenticate", body);
export const postUser = (body: SignupBody) => call<User>("POST", "/api/users", body);
export const getUser = (id: number) => call<User>("GET", `/api/users/${id}`);
export const getUsers = (q: string) =>
  call<User[]>("GET", `/api/users?${new URLSearchParams({ ...(q && { q }), limit: "20" })}`);
export const patchUser = (
  id: number,
  body: { vehicleLicensePlate: string; vehicleState: string },
) => call<User>("PATCH", `/api/users/${id}`, body);
export const patchRequestStatus = (id: number, lastFourSSN: string) =>
  call<User>("PATCH", `/api/users/${id}/request-status`, { lastFourSSN });

const ofUser = (path: string, id: number, requestedBy: number) =>
  `${path}/${id}?requestedBy=${requestedBy}`;
export const getProfile = (id: number, by: number) =>
  call<DrivingProfile>("GET", ofUser("/api/driving-profile", id, by));
export const getTickets = (id: number, by: number) =>
  call<Ticket[]>("GET", ofUser("/api/tickets", id, by));
export const getParking = (id: number, by: number) =>
  call<Parking[]>("GET", ofUser("/api/parking", id, by));
export const getTolls = (id: number, by: number) =>
  call<Toll[]>("GET", ofUser("/api/tolls", id, by));

export const patchItemPaid = (kind: ItemKind, id: number, paymentIntentId: string) =>
  call<Ticket | Parking | Toll>("PATCH", `${ITEM_PATHS[kind]}/${id}`, {
    isPaid: true,
    paidAt: new Date().toISOString(),
    paymentIntentId,
  });
export const postPaymentIntent = (body: { amount: string; type: PaymentKind; itemId: number }) =>
  call<PaymentIntent>("POST", "/api/create-payment-intent", body);
export const postPaymentTransaction = (body: Record<string, unknown>) =>
  call<PaymentTransaction>("POST", "/api/payment-transactions", body);
export const postLawyerHire = (body: Record<string, unknown>) =>
  call<LawyerHire>("POST", "/api/lawyer-hires", body);
export const getLawyerHires = () => call<LawyerHire[]>("GET", "/api/lawyer-hires");
export const patchLawyerHire = (
  id: number,
  body: { contactMethod: string; contactValue: string },
) => call<LawyerHire>("PATCH", `/api/lawyer-hires/${id}`, body);
