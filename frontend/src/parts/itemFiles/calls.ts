import { deleteItemFile, listItemFiles } from "@/api/generated/itemFiles/sdk.gen";
import { apiFetch, readBody } from "@/api/client";
import type { ItemFile } from "@/api/types";
import { upload } from "@/api/upload";
import { type ItemKind, withQuery } from "@/lib/paths";

export const filesKey = (kind: ItemKind, id: number) => ["/api/items", kind, id, "files"] as const;

export const getFiles = (kind: ItemKind, id: number): Promise<ItemFile[]> =>
  listItemFiles({ path: { kind, id } });

export const removeFile = (id: number) => deleteItemFile({ path: { id } });

/** URL of a file. For a photo, the URL of the reduced copy, unless `original` is true. */
export const fileUrl = (id: number, original = false) =>
  withQuery(`/api/item-files/${id}`, { original: original ? "true" : null });

/** URL of the PDF with everything about an item. */
export const myFileUrl = (kind: ItemKind, id: number, withMessages: boolean) =>
  withQuery(`/api/items/${kind}/${id}/my-file`, { messages: withMessages ? "true" : null });

/** URL of the PDF of the letter in which the driver contests an item. */
export const letterUrl = (kind: ItemKind, id: number) =>
  `/api/items/${kind}/${id}/contest-letter/pdf`;

const TYPE = "application/octet-stream";

/** A file to send. If `reduced` is set, this copy is sent first, and the original is then uploaded in the background. */
export type NewFile = { original: File; reduced: Blob | null };

/** Adds a file. The server detects its type. */
export async function postFile(
  kind: ItemKind,
  id: number,
  { original, reduced }: NewFile,
  onProgress: (sent: number) => void,
): Promise<ItemFile> {
  const query = { fileName: original.name, originalBytes: reduced && original.size };
  const { signal } = new AbortController();
  const url = withQuery(`/api/items/${kind}/${id}/files`, query);
  const options = { type: TYPE, onProgress, signal };
  return (await upload(url, reduced ?? original, options)) as ItemFile;
}

/** Adds a piece to the original of a photo. Returns the file with the number of bytes that the server has. */
export async function putPiece(id: number, offset: number, piece: Blob): Promise<ItemFile> {
  const response = await apiFetch(withQuery(`/api/item-files/${id}/original`, { offset }), {
    method: "PUT",
    headers: { "content-type": TYPE },
    body: piece,
  });
  return (await readBody(response.json())) as ItemFile;
}
