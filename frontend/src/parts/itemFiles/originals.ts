// Uploads the originals of photos in pieces, one original after the other. Uploads continue on every screen until the
// page is closed.
import { mutate } from "swr";
import { ApiError } from "@/api/client";
import { secondsToWait } from "@/api/upload";
import type { ItemFile } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { filesKey, putPiece } from "./calls";
import { currentUserId, dropOriginal } from "./storedOriginals";

/** Size of a piece in bytes, as the server expects it. Only the last piece is smaller. */
const PIECE_BYTES = 1024 * 1024;

type Item = { kind: ItemKind; id: number };
/** An original to upload. The last `failures` attempts failed; the next one is made at `readyAt`. */
type Task = {
  item: Item;
  file: ItemFile;
  original: Blob;
  userId: number | null;
  failures: number;
  readyAt: number;
};

let tasks: Task[] = [];
let isRunning = false;

/** Queues an original for sending unless it is already in the queue. */
export function sendOriginal(item: Item, file: ItemFile, original: Blob): void {
  if (tasks.some((task) => task.file.id === file.id)) return;
  tasks.push({ item, file, original, userId: currentUserId(), failures: 0, readyAt: 0 });
  if (!isRunning) void sendQueue();
}

/** Sends one original after the other. An original that fails goes to the end of the queue. */
async function sendQueue(): Promise<void> {
  isRunning = true;
  for (let next = tasks[0]; next; next = tasks[0]) {
    const task = tasks.find((one) => one.readyAt <= Date.now());
    if (task) {
      const isDone = await sendPieces(task);
      tasks = tasks.filter((one) => one !== task);
      if (!isDone) tasks.push(task);
    } else {
      await waitUntilDueOrOnline(Math.min(...tasks.map((one) => one.readyAt)) - Date.now());
    }
  }
  isRunning = false;
}

/**
 * Sends the remaining pieces of an original. Returns false if they should be sent later; true if
 * the original is complete or the attempt is abandoned.
 */
async function sendPieces(task: Task): Promise<boolean> {
  const { id } = task.file;
  while (task.file.sha256 === null) {
    // The session has ended, or another user has logged in. The original stays stored for the user who chose it.
    if (currentUserId() !== task.userId) return true;
    const offset = task.file.receivedBytes;
    try {
      task.file = await putPiece(id, offset, task.original.slice(offset, offset + PIECE_BYTES));
      task.failures = 0;
      void showFile(task.item, task.file);
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      // The file was deleted, or its original isn't a readable picture.
      if (status === 404 || status === 422) {
        await dropOriginal(id);
        await mutate(filesKey(task.item.kind, task.item.id));
        return true;
      }
      // The original stays stored in the browser. If the server refused the piece, the upload continues only when the
      // item's panel is opened again. After other errors, it is retried.
      const wait = secondsToWait(error, task.failures + 1);
      if (wait === null) return true;
      task.readyAt = Date.now() + wait * 1_000;
      task.failures += 1;
      return false;
    }
  }
  await dropOriginal(id);
  return true;
}

/** Replaces a file in the list that is shown. */
const showFile = ({ kind, id }: Item, file: ItemFile) =>
  mutate(
    filesKey(kind, id),
    (files: ItemFile[] | undefined) => files?.map((one) => (one.id === file.id ? file : one)),
    { revalidate: false },
  );

/** Waits this long, or until the network is back, which makes all originals ready to send. */
function waitUntilDueOrOnline(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const resume = () => {
      clearTimeout(timer);
      window.removeEventListener("online", onOnline);
      resolve();
    };
    const onOnline = () => {
      for (const task of tasks) task.readyAt = 0;
      resume();
    };
    const timer = setTimeout(resume, milliseconds);
    window.addEventListener("online", onOnline);
  });
}
