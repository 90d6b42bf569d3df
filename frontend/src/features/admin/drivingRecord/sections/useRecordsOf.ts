import { type ListCall, readPage } from "@/api/listCalls";
import { useFiltered } from "../../table/data/useFiltered";
import { ROWS_PER_PAGE, type RecordPage } from "./paged";

type Page<T> = RecordPage<T> & { open: number };

/** Number of the last page. */
const lastPageOf = (total: number) => Math.max(Math.ceil(total / ROWS_PER_PAGE), 1);

/** Reads a page of one driver's records: unsolved ones first, then solved ones, each newest first. */
async function readUnsolvedFirst<T>(
  call: ListCall<T>,
  userId: number,
  page: number,
): Promise<Page<T>> {
  const start = (page - 1) * ROWS_PER_PAGE;
  const readSlice = (solved: boolean, offset: number, limit: number) =>
    readPage((client) => call.read(client, { userId, solved, offset, limit }));
  const open = await readSlice(false, start, ROWS_PER_PAGE);
  // If unsolved records fill the page, reads one solved record, only for the total in the response.
  const left = ROWS_PER_PAGE - open.rows.length;
  const done = await readSlice(true, Math.max(start - open.total, 0), Math.max(left, 1));
  const total = open.total + done.total;
  if (page > lastPageOf(total)) return readUnsolvedFirst(call, userId, lastPageOf(total));
  return { rows: [...open.rows, ...done.rows.slice(0, left)], page, total, open: open.total };
}

/** Reads a page of one driver's records of a kind that staff never mark solved, newest first. */
async function readNewestFirst<T>(
  call: ListCall<T>,
  userId: number,
  page: number,
): Promise<Page<T>> {
  const query = { userId, offset: (page - 1) * ROWS_PER_PAGE, limit: ROWS_PER_PAGE };
  const { rows, total } = await readPage((client) => call.read(client, query));
  if (page > lastPageOf(total)) return readNewestFirst(call, userId, lastPageOf(total));
  return { rows, page, total, open: 0 };
}

/**
 * Reads one page of a driver's records. `isQueue` is false for records that staff never mark solved. The cache key
 * starts with the list's URL, so that this page and the list refresh together.
 */
export function useRecordsOf<T>(call: ListCall<T>, userId: number, page: number, isQueue = true) {
  return useFiltered([call.url, "of", userId, page], () =>
    (isQueue ? readUnsolvedFirst : readNewestFirst)(call, userId, page),
  );
}
