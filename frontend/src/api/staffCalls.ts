import * as account from "./generated/account/sdk.gen";
import * as staff from "./generated/staff/sdk.gen";
import type { Import } from "./generated/staff/types.gen";
import { zUploadImportResponse } from "./generated/staff/zod.gen";
import { upload } from "./upload";

export type { Import, ImportLine, Invitation, StaffMember } from "./generated/staff/types.gen";

/** How a person who is already logged in proves once more who they are. */
export type Proof = { password: string; code?: string };

export const IMPORTS_KEY = "/api/admin/imports";
export const STAFF_KEY = "/api/admin/staff";
export const INVITATIONS_KEY = "/api/admin/staff/invitations";
export const SECOND_FACTOR_KEY = "/api/account/second-factor";

export const getStaff = () => staff.listStaff();
export const getInvitations = () => staff.listInvitations();
export const postInvitation = (body: Proof & { email: string }) => staff.inviteStaff({ body });
export const deleteInvitation = (id: number) => staff.withdrawInvitation({ path: { id } });
export const postRemoval = (id: number, body: Proof & { isSure: boolean }) =>
  staff.removeStaff({ path: { id }, body });
export const postReset = (id: number, body: Proof) =>
  staff.resetSecondFactor({ path: { id }, body });

export const getSecondFactor = () => staff.showSecondFactor();
export const postSecondFactor = (password: string) =>
  staff.beginSecondFactor({ body: { password } });
export const confirmSecondFactor = (code: string) => staff.confirmSecondFactor({ body: { code } });
export const postSecondFactorOff = (body: Proof) => staff.switchSecondFactorOff({ body });
export const postRecoveryCodes = (body: Proof) => staff.renewRecoveryCodes({ body });

export const postCode = (code: string) => account.bringCode({ body: { code } });
export const lookAtInvitation = (token: string) => account.lookAtInvitation({ body: { token } });
export const acceptInvitation = (body: { token: string; fullName?: string; password?: string }) =>
  account.acceptInvitation({ body });

export const getImports = (limit: number) => staff.listImports({ query: { limit } });
export const getImport = (id: number) => staff.showImport({ path: { id } });
export const getImportLines = (id: number, outcome: string, offset: number, limit: number) =>
  staff.importLines({ path: { id }, query: { outcome, offset, limit } });
export const postCheck = (id: number, columns: (string | null)[]) =>
  staff.checkImport({ path: { id }, body: { columns } });
export const postConfirm = (id: number) => staff.confirmImport({ path: { id } });
export const deleteImport = (id: number) => staff.cancelImport({ path: { id } });

/** The file goes as it is, not as JSON. */
export async function postImport(
  kind: string,
  file: File,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<Import> {
  const query = new URLSearchParams({ kind, fileName: file.name });
  const sending = { type: "text/csv", onProgress, signal };
  return zUploadImportResponse.parseAsync(await upload(`${IMPORTS_KEY}?${query}`, file, sending));
}
