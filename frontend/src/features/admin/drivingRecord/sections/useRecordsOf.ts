import { type ListCall, withTotal } from "@/api/listCalls";
import { useFiltered } from "../../table/data/useFiltered";
import { SHOWN, type Slice } from "./paged";

type Page<T> = Slice<T> & { open: number };

/** Number of the last page. */
const lastPageOf = (total: number) => Math.max(Math.ceil(total / SHOWN), 1);

/** Reads a page of one driver's records: unsolved ones first, then solved ones, each newest first. */
async function readUnsolvedFirst<T>(
  call: ListCall<T>,
  userId: number,
  page: number,
): Promise<Page<T>> {
  const start = (page - 1) * SHOWN;
  const slice = (solved: boolean, offset: number, limit: number) =>
    withTotal((client) => call.read(client, { userId, solved, offset, limit }));
  const open = await slice(false, start, SHOWN);
  // If unsolved records fill the page, no solved records are read, only their number.
  const left = SHOWN - open.rows.length;
  const done = await slice(true, Math.max(start - open.total, 0), Math.max(left, 1));
  const total = open.total + done.total;
  if (page > lastPageOf(total)) return readUnsolvedFirst(call, userId, lastPageOf(total));
  return { rows: [...open.rows, ...done.rows.slice(0, left)], page, total, open: open.total };
}

/** Like `readUnsolvedFirst`, for records that staff never mark solved. */
async function readNewestFirst<T>(
  call: ListCall<T>,
  userId: number,
  page: number,
): Promise<Page<T>> {
  const query = { userId, offset: (page - 1) * SHOWN, limit: SHOWN };
  const { rows, total } = await withTotal((client) => call.read(client, query));
  if (page > lastPageOf(total)) return readNewestFirst(call, userId, lastPageOf(total));
  return { rows, page, total, open: 0 };
}

/** Cached under the list's address, so that a refresh of the list refreshes this too. */
export function useRecordsOf<T>(call: ListCall<T>, userId: number, page: number, isQueue = true) {
  return useFiltered([call.url, "of", userId, page], () =>
    (isQueue ? readUnsolvedFirst : readNewestFirst)(call, userId, page),
  );
}
