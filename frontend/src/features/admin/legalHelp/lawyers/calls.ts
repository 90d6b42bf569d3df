import * as staff from "@/api/generated/staff/sdk.gen";
import { upload } from "@/api/upload";
import type { LawyerActiveBody, LawyerBody } from "@/api/types";
import type { Credentials } from "@/parts/accounts/credentialCalls";

export const LAWYERS_KEY = "/api/admin/lawyers";
export const getLawyers = () => staff.listLawyers();
export const getLawyer = (id: number) => staff.showLawyer({ path: { id } });
export const postLawyer = (body: LawyerBody) => staff.addLawyer({ body });
export const patchLawyer = (id: number, body: LawyerBody) =>
  staff.changeLawyer({ path: { id }, body });
/** Uploads the raw picture; the server detects its type. */
export async function postPhoto(id: number, file: File): Promise<void> {
  const { signal } = new AbortController();
  const options = { type: "application/octet-stream", onProgress: () => undefined, signal };
  await upload(`${LAWYERS_KEY}/${id}/photo`, file, options);
}
export const deletePhoto = (id: number) => staff.removeLawyerPhoto({ path: { id } });
/** URL of a lawyer's photo. Each upload changes the URL, so that the browser doesn't show an earlier photo. */
export const photoUrl = (id: number, uploads: number) =>
  `${LAWYERS_KEY}/${id}/photo${uploads > 0 ? `?${uploads}` : ""}`;
export const postLawyerActive = (id: number, body: LawyerActiveBody) =>
  staff.setLawyerActive({ path: { id }, body });
export const postInvite = (id: number, body: Credentials) =>
  staff.inviteLawyer({ path: { id }, body });
