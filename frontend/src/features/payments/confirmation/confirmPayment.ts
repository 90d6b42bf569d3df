import { ApiError } from "@/api/client";
import type { ConfirmationFacts, LawyerHire, PaymentTransaction } from "@/api/types";
import { postLawyerHire, postPaymentTransaction } from "../calls";

/** The server's record of a payment: a lawyer hire or a transaction. */
export type PaymentRecord = { afterwards: ConfirmationFacts } & (
  | { kind: "hire"; hire: LawyerHire }
  | { kind: "transaction"; transaction: PaymentTransaction }
);

const RETRY_DELAYS_MS = [1000, 1000, 2000, 3000, 4000, 5000, 6000, 8000];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isProcessing = (error: unknown) =>
  error instanceof ApiError && error.code === "payment_processing";

/**
 * Whether a failure is probably temporary, such as a lost connection or a restarting server. Temporary failures are
 * retried before the user sees an error.
 */
const isTemporary = (error: unknown) => !(error instanceof ApiError) || error.status >= 500;

/**
 * Makes the server record a payment if it hasn't yet. Returns the hire if `isForLawyer` is true,
 * otherwise the transaction.
 */
async function requestRecord(
  isForLawyer: boolean,
  paymentIntentId: string,
): Promise<PaymentRecord> {
  if (isForLawyer) {
    const { afterwards, ...hire } = await postLawyerHire({ paymentIntentId });
    return { kind: "hire", hire, afterwards };
  }
  const { afterwards, ...transaction } = await postPaymentTransaction({ paymentIntentId });
  return { kind: "transaction", transaction, afterwards };
}

/**
 * Reads the server's record of a payment. Retries for up to half a minute while the bank
 * is processing it. Retries once after a temporary failure. `delays` are the waits
 * between attempts, in milliseconds.
 */
export async function confirmPayment(
  isForLawyer: boolean,
  paymentIntentId: string,
  delays: readonly number[] = RETRY_DELAYS_MS,
): Promise<PaymentRecord> {
  let temporaryFailuresLeft = 1;
  for (const ms of delays) {
    try {
      return await requestRecord(isForLawyer, paymentIntentId);
    } catch (error) {
      if (!isProcessing(error)) {
        if (!isTemporary(error) || temporaryFailuresLeft === 0) throw error;
        temporaryFailuresLeft -= 1;
      }
      await wait(ms);
    }
  }
  return requestRecord(isForLawyer, paymentIntentId);
}
