import { client } from "@/api/transport";
import type { Proof } from "@/parts/accounts/proofCalls";
import type { CaseStep } from "@/parts/legalHelp/cases/types";

export type PracticeArea = {
  state: string;
  /** Only this county; null for another kind of area. */
  county: string | null;
  /** Only this court. */
  courtId: number | null;
  courtName?: string | null;
};

export type BarLicense = { state: string; number: string };

/** The details of a lawyer that staff enter. */
export type LawyerBody = {
  name: string;
  firm: string;
  licenses: BarLicense[];
  areas: PracticeArea[];
  takesMisdemeanors: boolean;
  capacity: number;
  email: string;
  phone: string;
  trustAccountName: string;
};

/** A lawyer on record, with figures. */
export type Lawyer = LawyerBody & {
  id: number;
  version: number;
  isActive: boolean;
  /** The lawyer has accepted an invitation. */
  hasAccount: boolean;
  openCases: number;
  /** Median time from an offer to its acceptance, in minutes. */
  minutesToAccept: number | null;
  overdueUpdates: number;
};

export type OpenCase = {
  id: number;
  userId: number;
  driverName: string | null;
  violation: string | null;
  step: CaseStep;
};
type LawyerDetails = { lawyer: Lawyer; cases: OpenCase[] };

export const LAWYERS_KEY = "/api/admin/lawyers";
const one = `${LAWYERS_KEY}/{id}`;

/** Calls for lawyers. */
export const getLawyers = () => client.get<{ 200: Lawyer[] }>({ url: LAWYERS_KEY });
export const getLawyer = (id: number) =>
  client.get<{ 200: LawyerDetails }>({ url: one, path: { id } });
export const postLawyer = (body: LawyerBody) =>
  client.post<{ 201: Lawyer }>({ url: LAWYERS_KEY, body });
export const patchLawyer = (id: number, body: LawyerBody & { version: number }) =>
  client.patch<{ 200: Lawyer }>({ url: one, path: { id }, body });
export const postActive = (id: number, body: { isActive: boolean; version: number }) =>
  client.post<{ 200: Lawyer }>({ url: `${one}/active`, path: { id }, body });
export const postInvite = (id: number, body: Proof) =>
  client.post<{ 201: { email: string; link: string | null } }>({
    url: `${one}/invite`,
    path: { id },
    body,
  });
