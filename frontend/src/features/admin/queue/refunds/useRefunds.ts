import useSWR from "swr";
import { getRefunds, refundsKey } from "./calls";

/** What of a payment has gone back; read again whenever it is opened, for others may have refunded meanwhile. */
export const useRefunds = (paymentId: number | null) =>
  useSWR(paymentId === null ? null : refundsKey(paymentId), ([, id]) => getRefunds(id), {
    revalidateIfStale: true,
  });
