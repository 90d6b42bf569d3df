import * as staff from "@/api/generated/staff/sdk.gen";
import type { ListCall, SumsCall } from "@/api/listed";
import type { PaymentTransaction, TransactionSummary } from "@/api/types";

export const TRANSACTIONS: ListCall<PaymentTransaction> = {
  address: "/api/payment-transactions",
  read: (client, query) => staff.listTransactions({ client, query }),
};
export const TRANSACTION_SUMS: SumsCall<TransactionSummary> = {
  address: "/api/admin/payment-transactions/summary",
  read: (query) => staff.transactionSummary({ query }),
};

export const ATTENTION_KEY = "/api/admin/money-attention";
export const getAttention = () => staff.moneyAttention();
export const postRefundAgain = (paymentId: number) =>
  staff.retryRefund({ path: { id: paymentId } });
