import * as sdk from "@/api/generated/receipts/sdk.gen";
import type { ItemKind } from "@/lib/paths";

export const HISTORY_KEY = "/api/payment-history";
/** Returns the payments of one item, newest first. */
export const getItemPayments = (userId: number, type: ItemKind, itemId: number) =>
  sdk.listHistory({ path: { userId }, query: { type, itemId } });
/** Reports that the driver was billed again for what this transaction paid. */
export const postBilledAgain = (transactionId: number) =>
  sdk.reportBilledAgain({ path: { id: transactionId } });
