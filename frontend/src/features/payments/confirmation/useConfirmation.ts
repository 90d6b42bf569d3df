import { useEffect, useRef, useState } from "react";
import useSWR from "swr";
import { ApiError } from "@/api/client";
import { centsOf } from "@/lib/money";
import { clearItems } from "@/parts/drivingRecord/clearItems";
import { track } from "@/parts/pixel";
import { confirmPayment, type PaymentRecord } from "./confirmPayment";

export type Confirmation =
  | { state: "asking" }
  | { state: "confirmed"; record: PaymentRecord }
  /** The page was opened without a payment, so there is nothing to confirm. */
  | { state: "nothing" }
  | { state: "notPaid" }
  /** The payment paid for no item and is being refunded. The server's message says why. */
  | { state: "refunded"; reason: string | null }
  | { state: "paidTooLittle" }
  | { state: "processing" }
  /** The record could not be read, so it is unknown whether the card was charged. */
  | { state: "unread"; error: unknown };

/** Returns the state of the page for a payment that the server didn't confirm. */
function toFailedConfirmation(error: unknown): Confirmation {
  if (!(error instanceof ApiError)) return { state: "unread", error };
  switch (error.code) {
    case "not_paid":
      return { state: "notPaid" };
    case "paid_twice":
      return { state: "refunded", reason: error.detail };
    case "paid_too_little":
      return { state: "paidTooLittle" };
    case "payment_processing":
      return { state: "processing" };
    default:
      return { state: "unread", error };
  }
}

/** Reads the server's record of the payment whose id the provider added to the URL. */
export function useConfirmation(isForLawyer: boolean, intentId: string | null) {
  // The key contains the time when the page was opened, so that each visit reads the record again. The payment may have
  // been refunded since the last visit.
  const [openedAt] = useState(Date.now);
  const key =
    intentId === null ? null : (["/confirmation", isForLawyer, intentId, openedAt] as const);
  const { data, error, isValidating, mutate } = useSWR<PaymentRecord, Error>(key, () =>
    confirmPayment(isForLawyer, intentId ?? ""),
  );
  useClearedItems(data);
  const retry = () => void mutate();
  const replace = (record: PaymentRecord) => void mutate(record, { revalidate: false });
  return { confirmation: currentState(), again: retry, retrying: isValidating, replace };

  /** Returns the state of the page. */
  function currentState(): Confirmation {
    if (intentId === null) return { state: "nothing" };
    if (data) return { state: "confirmed", record: data };
    return error ? toFailedConfirmation(error) : { state: "asking" };
  }
}

/** After a payment, clears the cached items, which are out of date, and reports the purchase to the pixel once. */
function useClearedItems(confirmed: PaymentRecord | undefined) {
  const isDone = useRef(false);
  useEffect(() => {
    if (!confirmed || isDone.current) return;
    isDone.current = true;
    void clearItems();
    const payment = confirmed.kind === "hire" ? confirmed.hire : confirmed.transaction;
    if (isUnreported(payment.confirmationNumber)) {
      track({ kind: "purchase", cents: centsOf(payment.amount) });
    }
  }, [confirmed]);
}

const REPORTED_KEY = "lanewise.purchaseTold";

/** Returns whether this purchase hasn't been reported to the pixel yet, and marks the purchase as reported. */
function isUnreported(confirmationNumber: string): boolean {
  try {
    if (sessionStorage.getItem(REPORTED_KEY) === confirmationNumber) return false;
    sessionStorage.setItem(REPORTED_KEY, confirmationNumber);
  } catch {
    // If the browser forbids storage, it is unknown whether the purchase was reported, so report it.
  }
  return true;
}
