import useSWR from "swr";
import type { PaidItem } from "@/api/types";
import type { PaymentKind } from "@/lib/paths";
import { getHistory, getYearTotal } from "./calls";

export type Filter = { type: PaymentKind | null; q: string };

const SLICE = 25;

/** Read again each time the page opens: a payment may have been made since. */
const FRESH = { revalidateOnMount: true, keepPreviousData: true };

type Read = { items: PaidItem[]; more: boolean };

/** All slices shown so far in one answer, so that a payment that comes in meanwhile leaves no gap. */
async function read(userId: number, { type, q }: Filter, slices: number): Promise<Read> {
  const filter = { ...(type && { type }), ...(q && { q }) };
  const calls = Array.from({ length: slices }, (_, at) =>
    // One more at the end tells whether there is more.
    getHistory(userId, {
      ...filter,
      limit: SLICE + (at === slices - 1 ? 1 : 0),
      offset: at * SLICE,
    }),
  );
  const items = (await Promise.all(calls)).flat();
  return { items: items.slice(0, slices * SLICE), more: items.length > slices * SLICE };
}

/** What a driver has paid, newest first. */
export function useHistory(userId: number, filter: Filter, slices: number) {
  const key = ["/api/payment-history", userId, filter.type, filter.q, slices];
  return useSWR<Read, Error>(key, () => read(userId, filter, slices), FRESH);
}

export const useYearTotal = (userId: number) =>
  useSWR(["/api/payment-history/this-year", userId], () => getYearTotal(userId), FRESH);
