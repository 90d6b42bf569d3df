import useSWR from "swr";
import { getRefunds, refundsKey } from "./calls";

/** Reads a payment's refunds. Revalidated on every mount, because a colleague may have made a refund since. */
export const useRefunds = (paymentId: number | null) =>
  useSWR(paymentId === null ? null : refundsKey(paymentId), ([, id]) => getRefunds(id), {
    revalidateIfStale: true,
  });
