import { useCallback, useEffect, useState } from "react";
import { withTimeout } from "@/api/client";
import type { PaymentIntent } from "@/api/types";
import { formatDecimal } from "@/lib/money";
import type { PaymentKind } from "@/lib/paths";
import { postPaymentIntent } from "../calls";
import { type StartFailure, classifyStartFailure } from "./startFailure";

export type Purchase = {
  type: PaymentKind;
  cents: number;
  /** Id of the item to pay; for a lawyer, of the ticket. */
  id: number;
  /** Whether the driver confirmed paying although a lawyer is working on the ticket. */
  despiteLawyer: boolean;
};

export type Preparation =
  | { state: "preparing" }
  | { state: "ready"; intent: PaymentIntent }
  | { state: "stopped"; failure: StartFailure };

/** Requests the intent for the purchase. Repeated requests return the same intent while nothing has changed. */
export function requestIntent({
  type,
  cents,
  id,
  despiteLawyer,
}: Purchase): Promise<PaymentIntent> {
  const body = { type, amount: formatDecimal(cents), itemId: id };
  return withTimeout(postPaymentIntent({ ...body, ...(despiteLawyer && { despiteLawyer }) }));
}

/**
 * Returns the purchase's intent. Requests it on mount, when the purchase changes, when the browser restores the page
 * from its back/forward cache, and when `retry` is called.
 */
export function usePaymentIntent({ type, cents, id, despiteLawyer }: Purchase) {
  const [preparation, setPreparation] = useState<Preparation>({ state: "preparing" });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt requests again
  useEffect(() => {
    let isUnmounted = false;
    setPreparation({ state: "preparing" });
    requestIntent({ type, cents, id, despiteLawyer }).then(
      (intent) => !isUnmounted && setPreparation({ state: "ready", intent }),
      (error: unknown) =>
        !isUnmounted && setPreparation({ state: "stopped", failure: classifyStartFailure(error) }),
    );
    return () => {
      isUnmounted = true;
    };
  }, [type, cents, id, despiteLawyer, attempt]);

  useEffect(() => {
    // The page was restored from the back/forward cache, for example after Back from the provider
    // or the confirmation. The amount may have changed since.
    const onShow = (event: PageTransitionEvent) => event.persisted && retry();
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, [retry]);

  return { preparation, setPreparation, retry };
}
