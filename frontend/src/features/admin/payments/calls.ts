import * as staff from "@/api/generated/staff/sdk.gen";
import { toListCall, toSumsCall } from "@/api/listCalls";
import type { ResolveProblemBody, EvidenceBody, RebuildBody } from "@/api/types";

export const CHARGEBACKS = toListCall(staff.listChargebacks);
export const CHARGEBACK_SUMS = toSumsCall(staff.chargebackSummary);
export const evidenceKey = (id: number) => `/api/admin/chargebacks/${id}/evidence`;
export const getEvidence = (id: number) => staff.showEvidence({ path: { id } });
export const postEvidence = (id: number, body: EvidenceBody) =>
  staff.updateEvidence({ path: { id }, body });

export const ATTENTION_KEY = "/api/admin/money-attention";
export const getMoneyProblems = () => staff.moneyAttention();
export const postRebuiltPayment = (body: RebuildBody) => staff.rebuildPayment({ body });
export const postResolvedProblem = (body: ResolveProblemBody) => staff.resolveProblem({ body });

export const BOOKS_KEY = "/api/admin/books";
/** URL of the monthly CSV, in this file so that drivers' browsers don't load it. */
export const BOOKS_FILE = "/api/admin/books/file";
export const getBooks = () => staff.showBooks();
/** Compares the books with the payment provider's records. */
export const postReconciliation = () => staff.matchBooks();

export const postRefundAgain = (id: number) => staff.retryRefund({ path: { id } });
/** Records how staff paid a failed refund to the driver another way. */
export const postPaidOtherwise = (id: number, how: string) =>
  staff.paidOtherwise({ path: { id }, body: { how } });
