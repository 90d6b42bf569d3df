import * as staff from "@/api/generated/staff/sdk.gen";
import type { LawyerActiveBody, LawyerBody } from "@/api/types";
import type { Credentials } from "@/parts/accounts/credentialCalls";

export const LAWYERS_KEY = "/api/admin/lawyers";
/** Calls for lawyers. */
export const getLawyers = () => staff.listLawyers();
export const getLawyer = (id: number) => staff.showLawyer({ path: { id } });
export const postLawyer = (body: LawyerBody) => staff.addLawyer({ body });
export const patchLawyer = (id: number, body: LawyerBody) =>
  staff.changeLawyer({ path: { id }, body });
export const postActive = (id: number, body: LawyerActiveBody) =>
  staff.setLawyerActive({ path: { id }, body });
export const postInvite = (id: number, body: Credentials) =>
  staff.inviteLawyer({ path: { id }, body });
