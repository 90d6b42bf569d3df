import * as sdk from "@/api/generated/receipts/sdk.gen";
import type { PaymentKind } from "@/lib/paths";

/** Filters of the payment history, and the page to read. */
export type PaidQuery = { type?: PaymentKind; q?: string; limit: number; offset: number };
export const getHistory = (userId: number, query: PaidQuery) =>
  sdk.listHistory({ path: { userId }, query });
export const getYearTotal = (userId: number) => sdk.historyThisYear({ path: { userId } });
