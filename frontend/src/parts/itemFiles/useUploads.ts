import { useRef, useState } from "react";
import { ApiError } from "@/api/client";
import { isAskedToWait, MAX_ATTEMPTS, secondsToWait } from "@/api/upload";
import type { ItemFile } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { failureText } from "@/parts/forms/useSubmit";
import { postFile } from "./calls";
import { sendOriginal } from "./originals";
import { shrink } from "./shrink";
import { currentUserId, storeOriginal } from "./storedOriginals";

/** Maximum number of files of an item or case. */
export const MAX_FILES = 20;
/** Maximum size of a file, in bytes. */
export const MAX_BYTES = 15 * 1024 * 1024;
const TOO_LARGE = "This file is larger than 15 MB.";

/** A file that is being saved, or that couldn't be saved. */
export type Upload = {
  key: number;
  file: File;
  sent: number;
  total: number;
  /** True while earlier files are being uploaded, or if the server asked to wait. */
  isWaiting: boolean;
  error: string | null;
  /** Whether the same file may be saved on another attempt. */
  canRetry: boolean;
};

/** Saves a file of an item. For a large photo, saves a reduced copy and then uploads the original in the background. */
export async function saveFile(
  kind: ItemKind,
  id: number,
  file: File,
  onProgress: (sent: number, total: number) => void,
): Promise<ItemFile> {
  const userId = currentUserId();
  const reduced = await shrink(file);
  const total = (reduced ?? file).size;
  onProgress(0, total);
  const saved = await postFile(kind, id, { original: file, reduced }, (sent) =>
    onProgress(sent, total),
  );
  // Stores the original only for the user who chose the file, who may have logged out in the meantime.
  if (reduced && currentUserId() === userId) {
    await storeOriginal(saved.id, file);
    sendOriginal({ kind, id }, saved, file);
  }
  return saved;
}

/** Saves one file and reports the number of bytes sent and the total. */
export type Save<Saved> = (
  file: File,
  onProgress: (sent: number, total: number) => void,
) => Promise<Saved>;

/** Saves files one after the other. A file that couldn't be saved stays in the list, so that the user can retry it. */
export function useUploads<Saved>(saveOne: Save<Saved>, onSaved: (saved: Saved) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const keys = useRef(0);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const changeUpload = (key: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const removeUpload = (key: number) => setUploads((all) => all.filter((one) => one.key !== key));

  /** Saves a file. While the server asks to wait, waits and retries. */
  async function saveUpload({ key, file }: Upload) {
    if (file.size > MAX_BYTES) return changeUpload(key, { error: TOO_LARGE, canRetry: false });
    for (let attempt = 1; ; attempt += 1) {
      changeUpload(key, { isWaiting: false });
      try {
        onSaved(await saveOne(file, (sent, total) => changeUpload(key, { sent, total })));
        return removeUpload(key);
      } catch (error) {
        const mayWait = attempt < MAX_ATTEMPTS && isAskedToWait(error);
        const wait = mayWait ? secondsToWait(error, attempt) : null;
        if (wait === null) {
          return changeUpload(key, {
            error: describeUploadError(error),
            canRetry: mayRetry(error),
          });
        }
        changeUpload(key, { isWaiting: true, sent: 0 });
        await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
      }
    }
  }
  function enqueue(upload: Upload) {
    queue.current = queue.current.then(() => saveUpload(upload));
  }
  return {
    uploads,
    add(files: readonly File[]) {
      const added = files.map((file) => {
        keys.current += 1;
        const [sent, isWaiting, error, canRetry] = [0, true, null, true];
        return { key: keys.current, file, sent, total: file.size, isWaiting, error, canRetry };
      });
      setUploads((all) => [...all, ...added]);
      for (const upload of added) enqueue(upload);
    },
    retry(upload: Upload) {
      changeUpload(upload.key, { error: null, sent: 0, isWaiting: true });
      enqueue(upload);
    },
    drop: removeUpload,
  };
}

/**
 * Whether another attempt with the same file can succeed. No attempt can succeed if the server refused the file itself.
 */
const mayRetry = (error: unknown) =>
  !(error instanceof ApiError) || (error.status !== 413 && error.status !== 422);

/** Returns the server's message about the file if there is one. */
export function describeUploadError(error: unknown): string {
  if (!(error instanceof ApiError)) return failureText(error);
  if (error.status === 413) return TOO_LARGE;
  return error.fields.file ?? error.fields.fileName ?? error.detail ?? failureText(error);
}
