import { useEffect, useEffectEvent } from "react";
import { formatCents } from "@/lib/money";
import { Alert } from "@/ui/feedback/Alert";
import { toast } from "@/ui/overlays/toast";
import { CannotPay } from "./CannotPay";
import { CardForm } from "./CardForm";
import { CardFrame } from "./CardFrame";
import css from "./CardFrame.module.css";
import { ExpressPlace } from "./express/ExpressPay";
import { type StartFailure, buildSetupToast } from "./startFailure";
import { type Purchase, usePaymentIntent } from "./usePaymentIntent";
import { useProvider } from "./useProvider";

type Props = {
  purchase: Purchase;
  /** The previous amount, if the server has corrected it. */
  changedFrom: number | null;
  onAmount: (cents: number) => void;
  /** The driver confirmed paying a ticket while a lawyer is working on it. */
  onDespiteLawyer: () => void;
};

const NO_SCRIPT: StartFailure = { kind: "down", message: null };

/** Shows the card form once the server's intent and the provider's script have loaded, or why there is none. */
export function PaymentArea({ purchase, changedFrom, onAmount, onDespiteLawyer }: Props) {
  const { preparation, setPreparation, again } = usePaymentIntent(purchase);
  const provider = useProvider();
  const stopped = preparation.state === "stopped" ? preparation.why : null;
  const why = stopped ?? (provider.failed ? NO_SCRIPT : null);
  useFailures(why, purchase, onAmount);

  function tryAgain() {
    if (provider.failed) provider.again();
    if (preparation.state === "stopped") again();
  }
  // Retries when the browser is online again. No card form is shown then, so no input is lost.
  useRetryOnline(why?.kind === "down" ? tryAgain : null);
  const notice = changedFrom !== null && changedFrom !== purchase.cents && (
    <Alert tone="info" title="The amount due has changed">
      It was {formatCents(changedFrom)} and is {formatCents(purchase.cents)} now. Nothing has been
      charged. Please check the amount before you pay.
    </Alert>
  );
  if (why && why.kind !== "amountChanged")
    return (
      <CannotPay
        why={why}
        type={purchase.type}
        onRetry={tryAgain}
        onDespiteLawyer={onDespiteLawyer}
      />
    );
  if (preparation.state !== "ready" || !provider.stripe) {
    return (
      <CardFrame
        notice={notice}
        express={<ExpressPlace />}
        cents={purchase.cents}
        isStandIn={provider.standIn}
      />
    );
  }
  return (
    <CardForm
      // Remount the form for a new intent, because the provider's form belongs to one intent.
      key={preparation.intent.clientSecret}
      className={css.form}
      stripe={provider.stripe}
      standIn={provider.standIn}
      intent={preparation.intent}
      purchase={purchase}
      notice={notice}
      onStopped={(failure) => setPreparation({ state: "stopped", why: failure })}
      onRenewed={(intent) => setPreparation({ state: "ready", intent })}
    />
  );
}

/**
 * Handles each failure once: takes over the corrected amount, or shows a toast that the payment couldn't be prepared.
 */
function useFailures(
  why: StartFailure | null,
  { type }: Purchase,
  onAmount: (cents: number) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per failure, no matter what else changes
  useEffect(() => {
    if (why?.kind === "amountChanged") onAmount(why.cents);
    if (why?.kind === "down") toast({ ...buildSetupToast(type), variant: "destructive" });
  }, [why]);
}

/** Calls `act` when the browser is online again. Does nothing if `act` is null. */
function useRetryOnline(retry: (() => void) | null) {
  const onOnline = useEffectEvent(() => retry?.());
  useEffect(() => {
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, []);
}
