import * as staff from "@/api/generated/staff/sdk.gen";
import type { Credentials } from "@/parts/accounts/credentialCalls";

export const INVITATIONS_KEY = "/api/admin/staff/invitations";

export const getInvitations = () => staff.listInvitations();
export const postInvitation = (body: Credentials & { email: string }) =>
  staff.inviteStaff({ body });
export const deleteInvitation = (id: number) => staff.withdrawInvitation({ path: { id } });
/** Removes a member's access. `isSure` confirms that the user removes their own access. */
export const postStaffRemoval = (id: number, body: Credentials & { isSure: boolean }) =>
  staff.removeStaff({ path: { id }, body });
