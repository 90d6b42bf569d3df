import * as staff from "@/api/generated/staff/sdk.gen";
import type { RefundBody } from "@/api/types";
import { REFUNDS } from "../../desk/live/liveLists";

export const refundsKey = (paymentId: number) => [REFUNDS, paymentId] as const;
export const getRefunds = (paymentId: number) => staff.listRefunds({ path: { id: paymentId } });
export const postRefund = (paymentId: number, body: RefundBody) =>
  staff.refundPayment({ path: { id: paymentId }, body });
