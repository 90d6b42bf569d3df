import { useEffect, useRef, useState } from "react";
import useSWR from "swr";
import { ApiError } from "@/api/client";
import { centsOf } from "@/lib/money";
import { forgetItems } from "@/parts/drivingRecord/fresh";
import { track } from "@/parts/pixel";
import { confirmPayment, type PaymentRecord } from "./confirmPayment";

export type Confirmation =
  | { state: "asking" }
  | { state: "confirmed"; record: PaymentRecord }
  /** Opened without a payment: nothing may be claimed. */
  | { state: "nothing" }
  | { state: "notPaid" }
  | { state: "paidTwice" }
  | { state: "paidTooLittle" }
  | { state: "processing" }
  | { state: "unread"; error: unknown };

function failed(error: unknown): Confirmation {
  const code = error instanceof ApiError ? error.code : null;
  switch (code) {
    case "not_paid":
      return { state: "notPaid" };
    case "paid_twice":
      return { state: "paidTwice" };
    case "paid_too_little":
      return { state: "paidTooLittle" };
    case "payment_processing":
      return { state: "processing" };
    default:
      return { state: "unread", error };
  }
}

/** What the server says of the payment that the provider sent back with the browser. */
export function useConfirmation(lawyer: boolean, intentId: string | null) {
  // Coming back to the page asks anew: since the last time the payment may have been given back.
  const [opened] = useState(Date.now);
  const key = intentId === null ? null : (["/confirmation", lawyer, intentId, opened] as const);
  const { data, error, isValidating, mutate } = useSWR<PaymentRecord, Error>(key, () =>
    confirmPayment(lawyer, intentId ?? ""),
  );
  useFreshItems(data);
  const again = () => void mutate();
  const replace = (record: PaymentRecord) => void mutate(record, { revalidate: false });
  return { confirmation: read(), again, asking: isValidating, replace };

  function read(): Confirmation {
    if (intentId === null) return { state: "nothing" };
    if (data) return { state: "confirmed", record: data };
    return error ? failed(error) : { state: "asking" };
  }
}

/** What was read before the payment is out of date: the profile's lists are read again. */
function useFreshItems(confirmed: PaymentRecord | undefined) {
  const done = useRef(false);
  useEffect(() => {
    if (!confirmed || done.current) return;
    done.current = true;
    void forgetItems();
    const paid = confirmed.of === "hire" ? confirmed.hire : confirmed.transaction;
    if (isNews(paid.confirmationNumber)) {
      track({ kind: "purchase", cents: centsOf(paid.amount) });
    }
  }, [confirmed]);
}

const TOLD = "lanewise.purchaseTold";

/** Opening a confirmation again does not count as a second purchase. */
function isNews(confirmationNumber: string): boolean {
  try {
    if (sessionStorage.getItem(TOLD) === confirmationNumber) return false;
    sessionStorage.setItem(TOLD, confirmationNumber);
  } catch {
    // Without a storage it cannot be known.
  }
  return true;
}
