import useSWR from "swr";
import { getRefunds, refundsKey } from "./calls";

/** Reads a payment's refunds. Revalidated on every mount, because others may have made refunds since. */
export const useRefunds = (paymentId: number | null) =>
  useSWR(paymentId === null ? null : refundsKey(paymentId), ([, id]) => getRefunds(id), {
    revalidateIfStale: true,
  });
