import * as staff from "@/api/generated/staff/sdk.gen";
import { client } from "@/api/transport";
import type { LegalCase } from "@/parts/legalHelp/cases/types";

/** Key of a hire's case, with its id. The desk's deadlines have the same address. */
export const CASE_KEY = "/api/admin/cases";
export const getCase = (id: number) =>
  client.get<{ 200: LegalCase }>({ url: `${CASE_KEY}/{id}`, path: { id } });

const post = (id: number, call: string, body?: object) =>
  client.post<{ 200: LegalCase }>({ url: `${CASE_KEY}/{id}/${call}`, path: { id }, body });

type Reason = { reason: string; version: number };
export const postSkip = (id: number, body: Reason) => post(id, "skip", body);
export const postReassign = (id: number, body: Reason) => post(id, "reassign", body);
export const postContacted = (id: number) => post(id, "contacted");
export const postReadingRequest = (id: number) => post(id, "reading-request");
export const postEnd = (id: number, body: Reason) => post(id, "end", body);

export type CourtBody = {
  courtState: string | null;
  courtName: string | null;
  courtId: number | null;
  version: number;
};
export const patchCourt = (id: number, body: CourtBody) =>
  client.patch<{ 200: LegalCase }>({ url: `${CASE_KEY}/{id}`, path: { id }, body });

export const AUTHORITIES_KEY = "/api/admin/authorities";
/** Returns the register of authorities, whose courts a case or a lawyer can be assigned to. */
export const getAuthorities = () => staff.listAuthorities();
