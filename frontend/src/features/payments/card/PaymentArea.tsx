import { useEffect, useEffectEvent } from "react";
import { formatCents } from "@/lib/money";
import { Alert } from "@/ui/feedback/Alert";
import { toast } from "@/ui/overlays/toast";
import { CannotPay } from "./CannotPay";
import { CardForm } from "./form/CardForm";
import { CardLayout } from "./CardLayout";
import css from "./CardFrame.module.css";
import { ExpressPlaceholder } from "./express/ExpressPay";
import { type StartFailure, buildSetupToast } from "./startFailure";
import { type Purchase, usePaymentIntent } from "./usePaymentIntent";
import { useProvider } from "./useProvider";

type Props = {
  purchase: Purchase;
  /** The previous amount, if the server has corrected it. */
  previousCents: number | null;
  onAmountCorrected: (cents: number) => void;
  /** Called when the driver confirms paying a ticket although a lawyer is working on it. */
  onPayDespiteLawyer: () => void;
};

/** Shows the card form once the intent and the provider's script have loaded, or explains why it can't be shown. */
export function PaymentArea({
  purchase,
  previousCents,
  onAmountCorrected,
  onPayDespiteLawyer,
}: Props) {
  const { preparation, setPreparation, retry: retryIntent } = usePaymentIntent(purchase);
  const provider = useProvider();
  const intentFailure = preparation.state === "stopped" ? preparation.failure : null;
  const failure = intentFailure ?? provider.failure;
  useFailureEffects(failure, purchase, onAmountCorrected);

  function tryAgain() {
    if (provider.failure) provider.retry();
    if (preparation.state === "stopped") retryIntent();
  }
  // Retries when the browser is online again. No card form is shown then, so no input is lost.
  useRetryOnline(failure?.kind === "down" ? tryAgain : null);
  const notice = previousCents !== null && previousCents !== purchase.cents && (
    <Alert tone="info" title="The amount due has changed">
      It was {formatCents(previousCents)} and is now {formatCents(purchase.cents)}. Nothing has been
      charged. Please check the amount before you pay.
    </Alert>
  );
  if (failure && failure.kind !== "amountChanged")
    return (
      <CannotPay
        failure={failure}
        type={purchase.type}
        onRetry={tryAgain}
        onPayDespiteLawyer={onPayDespiteLawyer}
      />
    );
  if (preparation.state !== "ready" || !provider.stripe) {
    return (
      <CardLayout
        notice={notice}
        express={<ExpressPlaceholder />}
        cents={purchase.cents}
        isStandIn={provider.isStandIn}
      />
    );
  }
  return (
    <CardForm
      // Remount the form for a new intent, because the provider's form belongs to one intent.
      key={preparation.intent.clientSecret}
      className={css.form}
      stripe={provider.stripe}
      isStandIn={provider.isStandIn}
      intent={preparation.intent}
      purchase={purchase}
      notice={notice}
      onFailure={(failure) => setPreparation({ state: "stopped", failure: failure })}
      onRenewed={(intent) => setPreparation({ state: "ready", intent })}
    />
  );
}

/** Handles each failure once: shows the corrected amount, or a toast that the payment couldn't be prepared. */
function useFailureEffects(
  failure: StartFailure | null,
  { type }: Purchase,
  onAmount: (cents: number) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is handled once, whatever other values change
  useEffect(() => {
    if (failure?.kind === "amountChanged") onAmount(failure.cents);
    if (failure?.kind === "down") toast({ ...buildSetupToast(type), variant: "destructive" });
  }, [failure]);
}

/** Calls `retry` when the browser is online again. Does nothing if `retry` is null. */
function useRetryOnline(retry: (() => void) | null) {
  const onOnline = useEffectEvent(() => retry?.());
  useEffect(() => {
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, []);
}
