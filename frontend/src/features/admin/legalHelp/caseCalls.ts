import * as staff from "@/api/generated/staff/sdk.gen";
import type { CaseCourtBody, CaseReasonBody } from "@/api/types";

/** Path of the case calls. With a hire's id, the cache key of its case; alone, the key of all cases' deadlines. */
export const CASE_KEY = "/api/admin/cases";
export const getCase = (id: number) => staff.showCase({ path: { id } });
export const postSkipLawyer = (id: number, body: CaseReasonBody) =>
  staff.skipLawyer({ path: { id }, body });
export const postReassign = (id: number, body: CaseReasonBody) =>
  staff.reassignCase({ path: { id }, body });
export const postContacted = (id: number) => staff.recordContact({ path: { id } });
export const postReadingRequest = (id: number) => staff.askToRead({ path: { id } });
export const postMoneyBack = (id: number, version: number) =>
  staff.refundLostCase({ path: { id }, body: { version } });
export const postEndCase = (id: number, body: CaseReasonBody) =>
  staff.endCase({ path: { id }, body });
export const patchCourt = (id: number, body: CaseCourtBody) =>
  staff.correctCourt({ path: { id }, body });

export const AUTHORITIES_KEY = "/api/admin/authorities";
/** Returns the register of authorities, whose courts a case or a lawyer can be assigned to. */
export const getAuthorities = () => staff.listAuthorities();
