// Sends the originals of photos in pieces, one after the other. This goes on while the page is open, whatever screen it
// shows.
import { mutate } from "swr";
import { ApiError, NetworkError } from "@/api/client";
import type { ItemFile } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { filesKey, putPiece } from "./calls";
import { dropOriginal } from "./storedOriginals";

/** Size of a piece, as the server expects it. Only the last one is smaller. */
const PIECE_BYTES = 1024 * 1024;
/** First and longest waiting time after a failure, in milliseconds. */
const [FIRST_WAIT, LONGEST_WAIT] = [2_000, 60_000];

type Item = { kind: ItemKind; id: number };

const queued = new Set<number>();
let queue: Promise<unknown> = Promise.resolve();

/** Sends an original unless it is already being sent. */
export function sendOriginal(item: Item, file: ItemFile, original: Blob): void {
  if (queued.has(file.id)) return;
  queued.add(file.id);
  queue = queue
    .then(() => sendPieces(item, file, original))
    .catch(() => undefined)
    .finally(() => queued.delete(file.id));
}

async function sendPieces(item: Item, file: ItemFile, original: Blob): Promise<void> {
  let known = file;
  for (let wait = FIRST_WAIT; known.sha256 === null; ) {
    const offset = known.receivedBytes;
    try {
      known = await putPiece(file.id, offset, original.slice(offset, offset + PIECE_BYTES));
      wait = FIRST_WAIT;
      void showFile(item, known);
    } catch (error) {
      if (!mayRetry(error)) {
        await dropOriginal(file.id);
        await mutate(filesKey(item.kind, item.id));
        throw error;
      }
      await pause(wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    }
  }
  await dropOriginal(file.id);
}

/** Replaces a file in the list that is shown. */
const showFile = ({ kind, id }: Item, file: ItemFile) =>
  mutate(
    filesKey(kind, id),
    (files: ItemFile[] | undefined) => files?.map((one) => (one.id === file.id ? file : one)),
    { revalidate: false },
  );

const mayRetry = (error: unknown) =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429));

/** Waits this long, or until the network is back. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const resume = () => {
      clearTimeout(timer);
      resolve();
    };
    window.addEventListener("online", resume, { once: true });
  });
}
