import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { PaidItem } from "@/api/types";
import type { PaymentKind } from "@/lib/paths";
import { getHistory, getYearTotal } from "./calls";

export type Filter = { type: PaymentKind | null; q: string };

const SLICE = 25;

// Revalidates on every mount, because the driver may have paid something since.
const KEPT = { ...REVALIDATE_ON_MOUNT, keepPreviousData: true };

/** One read of the history, with the filter that it was made with. */
type HistoryRead = { filter: Filter; items: PaidItem[]; more: boolean };

/** Reads all pages shown so far again, so that a payment made in the meantime leaves no gap. */
async function read(userId: number, filter: Filter, pageCount: number): Promise<HistoryRead> {
  const { type, q } = filter;
  const query = { ...(type && { type }), ...(q && { q }) };
  const calls = Array.from({ length: pageCount }, (_, index) =>
    // The last page requests one extra row, which shows whether there is more.
    getHistory(userId, {
      ...query,
      limit: SLICE + (index === pageCount - 1 ? 1 : 0),
      offset: index * SLICE,
    }),
  );
  const items = (await Promise.all(calls)).flat();
  return {
    filter,
    items: items.slice(0, pageCount * SLICE),
    more: items.length > pageCount * SLICE,
  };
}

/** Reads a driver's payments, newest first. */
export function useHistory(userId: number, filter: Filter, pageCount: number) {
  const key = ["/api/payment-history", userId, filter.type, filter.q, pageCount];
  const answer = useSWR<HistoryRead, Error>(key, () => read(userId, filter, pageCount), KEPT);
  const { type, q } = answer.data?.filter ?? filter;
  // If loading more fails, the rows of the same filter stay. Rows of another filter don't.
  const isOfAnother = answer.error && (type !== filter.type || q !== filter.q);
  return isOfAnother ? { ...answer, data: undefined } : answer;
}

export const useYearTotal = (userId: number) =>
  useSWR(["/api/payment-history/this-year", userId], () => getYearTotal(userId), KEPT);
