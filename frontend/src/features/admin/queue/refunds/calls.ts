import * as staff from "@/api/generated/staff/sdk.gen";
import type { RefundBody } from "@/api/types";

export const refundsKey = (paymentId: number) => `/api/admin/payments/${paymentId}/refunds`;
export const getRefunds = (paymentId: number) => staff.listRefunds({ path: { id: paymentId } });
export const postRefund = (paymentId: number, body: RefundBody) =>
  staff.refundPayment({ path: { id: paymentId }, body });
