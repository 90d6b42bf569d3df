import * as staff from "@/api/generated/staff/sdk.gen";
import type { ListCall, SumsCall } from "@/api/listed";
import type {
  Chargeback,
  ChargebackSummary,
  CloseAttentionBody,
  EvidenceBody,
  PaymentTransaction,
  TransactionSummary,
} from "@/api/types";

export const TRANSACTIONS: ListCall<PaymentTransaction> = {
  address: "/api/payment-transactions",
  read: (client, query) => staff.listTransactions({ client, query }),
};
export const TRANSACTION_SUMS: SumsCall<TransactionSummary> = {
  address: "/api/admin/payment-transactions/summary",
  read: (query) => staff.transactionSummary({ query }),
};

export const CHARGEBACKS: ListCall<Chargeback> = {
  address: "/api/admin/chargebacks",
  read: (client, query) => staff.listChargebacks({ client, query }),
};
export const CHARGEBACK_SUMS: SumsCall<ChargebackSummary> = {
  address: "/api/admin/chargebacks/summary",
  read: () => staff.chargebackSummary(),
};
export const evidenceKey = (id: number) => `/api/admin/chargebacks/${id}/evidence`;
export const getEvidence = (id: number) => staff.showEvidence({ path: { id } });
export const postEvidence = (id: number, body: EvidenceBody) =>
  staff.stateEvidence({ path: { id }, body });

export const ATTENTION_KEY = "/api/admin/money-attention";
export const getAttention = () => staff.moneyAttention();
export const postAttentionClosed = (body: CloseAttentionBody) => staff.closeAttention({ body });

export const BOOKS_KEY = "/api/admin/books";
/** Its months as CSV; no driver's phone loads the address. */
export const BOOKS_FILE = "/api/admin/books/file";
export const getBooks = () => staff.showBooks();
export const postMatch = () => staff.matchBooks();

export const postRefundAgain = (id: number) => staff.retryRefund({ path: { id } });
export const postPaidOtherwise = (id: number, how: string) =>
  staff.paidOtherwise({ path: { id }, body: { how } });
