import { useCallback, useEffect, useState } from "react";
import type { PaymentIntent } from "@/api/types";
import { decimalCents } from "@/lib/money";
import type { PaymentKind } from "@/lib/paths";
import { postPaymentIntent } from "../calls";
import { withPatience } from "./patience";
import { type StartFailure, startFailure } from "./startFailure";

export type Purchase = {
  type: PaymentKind;
  cents: number;
  id: number;
  /** The person has said yes to paying although a lawyer is at work. */
  despiteLawyer: boolean;
};

export type Preparation =
  | { state: "preparing" }
  | { state: "ready"; intent: PaymentIntent }
  | { state: "stopped"; why: StartFailure };

/** Asks the server for the purchase's intent; asking again answers the same one while nothing has changed. */
export function askIntent({ type, cents, id, despiteLawyer }: Purchase): Promise<PaymentIntent> {
  const body = { type, amount: decimalCents(cents), itemId: id };
  return withPatience(postPaymentIntent({ ...body, ...(despiteLawyer && { despiteLawyer }) }));
}

/** The intent of what is being paid: asked for on entering, on another amount, and on `again`. */
export function usePaymentIntent({ type, cents, id, despiteLawyer }: Purchase) {
  const [preparation, setPreparation] = useState<Preparation>({ state: "preparing" });
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((before) => before + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to ask
  useEffect(() => {
    let gone = false;
    setPreparation({ state: "preparing" });
    askIntent({ type, cents, id, despiteLawyer }).then(
      (intent) => !gone && setPreparation({ state: "ready", intent }),
      (error: unknown) => !gone && setPreparation({ state: "stopped", why: startFailure(error) }),
    );
    return () => {
      gone = true;
    };
  }, [type, cents, id, despiteLawyer, attempt]);

  useEffect(() => {
    // Back from the provider or the confirmation, out of the browser's memory: the world may have moved on.
    const onShow = (event: PageTransitionEvent) => event.persisted && again();
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, [again]);

  return { preparation, setPreparation, again };
}
