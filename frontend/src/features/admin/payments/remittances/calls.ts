import * as staff from "@/api/generated/staff/sdk.gen";
import type { AuthorityBody, MergeBody, Obligation, Payee, SentBody } from "@/api/types";
import { upload } from "@/api/upload";
import { refresh } from "../../desk/live/refresh";

export const OWED_KEY = "/api/admin/money-owed";
/** Returns the money owed to each payee, and the money to recover from payees. */
export const getMoneyOwed = () => staff.showOwed();
/** Cache key of the payments whose authority is unknown. */
export const UNASSIGNED_KEY = "/api/admin/obligations";
/** Maximum number of payments without an authority that one call returns. */
export const MAX_UNASSIGNED = 500;
/**
 * Returns payments without a known authority, whose items name this issuer or, if `issuer` is null,
 * no issuer. A search text `q` limits them further.
 */
export const getUnassignedPayments = (issuer: string | null, q: string) =>
  staff.listObligations({ query: { issuer: issuer ?? "", ...(q && { q }) } });
/** Records that the payee returned this amount of a payment. `how` is a note by staff. */
export const postReturnedMoney = (obligation: Obligation, amount: string, how: string) =>
  staff.recordMoneyReturned({
    path: pathOf(obligation),
    body: { amount, how, ...lawyerOf(obligation) },
  });
/** Writes off this amount of a payment, which the payee won't return. `how` is a note by staff. */
export const postWriteOff = (obligation: Obligation, amount: string, how: string) =>
  staff.writeOff({ path: pathOf(obligation), body: { amount, how, ...lawyerOf(obligation) } });

const pathOf = ({ paymentId }: Obligation) => ({ id: paymentId });
const lawyerOf = ({ payee }: Obligation) => payee?.kind === "lawyer" && { lawyerId: payee.id };

export const AUTHORITIES_KEY = "/api/admin/authorities";
export const getAuthorities = () => staff.listAuthorities();
export const postAuthority = (body: AuthorityBody) => staff.addAuthority({ body });
export const patchAuthority = (id: number, body: AuthorityBody & { version: number }) =>
  staff.changeAuthority({ path: { id }, body });
/** Assigns payments to the authority with this id. */
export const postAssignment = (id: number, paymentIds: number[]) =>
  staff.assignPayments({ path: { id }, body: { paymentIds } });
/** Cache key of a merge's preview, followed by the ids of the deleted and of the remaining authority. */
export const MERGE_KEY = "/api/admin/authorities/{id}/merge";
/** Returns what a merge of authority `id` into authority `into` would change. */
export const getMergePreview = (id: number, into: number) =>
  staff.previewMerge({ path: { id }, query: { into } });
/** Merges authority `id` into another authority, and deletes it. */
export const postMerge = (id: number, body: MergeBody) =>
  staff.mergeAuthorities({ path: { id }, body });

export const REMITTANCES_KEY = "/api/admin/remittances";
/** Maximum number of remittances that one call returns. */
export const PAGE_SIZE = 50;
/** Returns remittances, newest first. With `before`, only those with a smaller id. */
export const getRemittances = (before: number | undefined) =>
  staff.listRemittances(before === undefined ? {} : { query: { before } });
export const getRemittance = (id: number) => staff.showRemittance({ path: { id } });
export const postRemittance = ({ kind, id }: Payee) =>
  staff.prepareRemittance({ body: kind === "lawyer" ? { lawyerId: id } : { authorityId: id } });
export const deleteRemittance = (id: number) => staff.undoRemittance({ path: { id } });
export const postRemittanceSent = (id: number, body: SentBody) =>
  staff.recordRemittanceSent({ path: { id }, body });
/**
 * Records that the payee accepted the payments with these confirmation or citation numbers; all payments of the
 * remittance if null.
 */
export const postRemittanceAccepted = (id: number, acceptedOn: string, numbers: string[] | null) =>
  staff.recordRemittanceAcceptance({
    path: { id },
    body: { acceptedOn, ...(numbers && { numbers }) },
  });
/** URL of a remittance's CSV. It is in this file so that drivers' browsers don't load it. */
export const remittanceFile = (id: number) => `${REMITTANCES_KEY}/${id}/file`;

/** URL of the file that proves a remittance was sent. */
export const proofFile = (id: number) => `/api/admin/proofs/${id}`;
export const deleteProof = (id: number) => staff.removeProof({ path: { id } });
/** Uploads a proof that the remittance with this id was sent. The server detects its type. */
export async function postProof(
  remittanceId: number,
  file: File,
  onProgress: (sent: number) => void,
): Promise<void> {
  const query = new URLSearchParams({ fileName: file.name });
  const { signal } = new AbortController();
  const sending = { type: "application/octet-stream", onProgress, signal };
  await upload(`${REMITTANCES_KEY}/${remittanceId}/proofs?${query}`, file, sending);
}

/** Reads everything about owed and sent money again, after a change by this user or a colleague. */
export const refreshMoney = () =>
  refresh(OWED_KEY, UNASSIGNED_KEY, REMITTANCES_KEY, AUTHORITIES_KEY);
