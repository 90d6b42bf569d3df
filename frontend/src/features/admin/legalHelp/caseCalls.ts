import * as staff from "@/api/generated/staff/sdk.gen";
import type { CaseCourtBody, CaseReasonBody } from "@/api/types";

/**
 * Path of the calls about cases, and their cache key. With a hire's id, the key is that of the hire's case; without
 * an id, that of the deadlines of all cases.
 */
export const CASE_KEY = "/api/admin/cases";
export const getCase = (id: number) => staff.showCase({ path: { id } });
export const postSkipLawyer = (id: number, body: CaseReasonBody) =>
  staff.skipLawyer({ path: { id }, body });
export const postReassign = (id: number, body: CaseReasonBody) =>
  staff.reassignCase({ path: { id }, body });
/** Records that staff contacted the driver. */
export const postContacted = (id: number) => staff.recordContact({ path: { id } });
/** Asks the driver to let staff read the case's messages and files. */
export const postReadingRequest = (id: number) => staff.askToRead({ path: { id } });
/** Refunds the price of a lost case under the guarantee. */
export const postMoneyBack = (id: number, version: number) =>
  staff.refundLostCase({ path: { id }, body: { version } });
export const postEndCase = (id: number, body: CaseReasonBody) =>
  staff.endCase({ path: { id }, body });
export const patchCourt = (id: number, body: CaseCourtBody) =>
  staff.correctCourt({ path: { id }, body });

export const AUTHORITIES_KEY = "/api/admin/authorities";
/** Returns the register of authorities, whose courts a case or a lawyer can be assigned to. */
export const getAuthorities = () => staff.listAuthorities();
