import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { PaidItem } from "@/api/types";
import type { PaymentKind } from "@/lib/paths";
import { getHistory, getYearTotal } from "./calls";

export type Filter = { type: PaymentKind | null; q: string };

const PAGE_SIZE = 25;

// Revalidates on every mount, because the driver may have paid something since.
const OPTIONS = { ...REVALIDATE_ON_MOUNT, keepPreviousData: true };

/** The result of reading the history, with the filter used. */
type HistoryRead = { filter: Filter; items: PaidItem[]; hasMore: boolean };

/** Reads the first `pageCount` pages together, so that a new payment, which shifts the other rows, leaves no gap. */
async function readPages(userId: number, filter: Filter, pageCount: number): Promise<HistoryRead> {
  const { type, q } = filter;
  const query = { ...(type && { type }), ...(q && { q }) };
  const calls = Array.from({ length: pageCount }, (_, index) =>
    // The last page requests one extra row, which shows whether there is more.
    getHistory(userId, {
      ...query,
      limit: PAGE_SIZE + (index === pageCount - 1 ? 1 : 0),
      offset: index * PAGE_SIZE,
    }),
  );
  const items = (await Promise.all(calls)).flat();
  return {
    filter,
    items: items.slice(0, pageCount * PAGE_SIZE),
    hasMore: items.length > pageCount * PAGE_SIZE,
  };
}

/** Reads the first `pageCount` pages of a driver's payments, newest first. */
export function useHistory(userId: number, filter: Filter, pageCount: number) {
  const key = ["/api/payment-history", userId, filter.type, filter.q, pageCount];
  const response = useSWR<HistoryRead, Error>(
    key,
    () => readPages(userId, filter, pageCount),
    OPTIONS,
  );
  const { type, q } = response.data?.filter ?? filter;
  // If loading more rows fails, the rows stay. If a new filter fails, the previous filter's rows disappear.
  const isOtherFilter = response.error && (type !== filter.type || q !== filter.q);
  return isOtherFilter ? { ...response, data: undefined } : response;
}

export const useYearTotal = (userId: number) =>
  useSWR(["/api/payment-history/this-year", userId], () => getYearTotal(userId), OPTIONS);
