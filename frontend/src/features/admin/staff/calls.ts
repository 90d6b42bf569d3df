import * as staff from "@/api/generated/staff/sdk.gen";
import type { Proof } from "@/parts/accounts/proofCalls";

export const INVITATIONS_KEY = "/api/admin/staff/invitations";

/** Calls for invitations and members. */
export const getInvitations = () => staff.listInvitations();
export const postInvitation = (body: Proof & { email: string }) => staff.inviteStaff({ body });
export const deleteInvitation = (id: number) => staff.withdrawInvitation({ path: { id } });
export const postRemoval = (id: number, body: Proof & { isSure: boolean }) =>
  staff.removeStaff({ path: { id }, body });
export const postReset = (id: number, body: Proof) =>
  staff.resetSecondFactor({ path: { id }, body });
