import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { PaymentIntent } from "@/api/types";
import { formatDecimal } from "@/lib/money";
import { paths } from "@/lib/paths";
import { useNavigate } from "@/lib/router";
import { useSession } from "@/parts/accounts/useSession";
import { Alert } from "@/ui/feedback/Alert";
import { toast } from "@/ui/overlays/toast";
import { CardLayout } from "../CardLayout";
import { type ExpressConfirm, type ExpressOffer, ExpressPay } from "../express/ExpressPay";
import { type PayOutcome, payByCard } from "../payByCard";
import { NO_CARD_FORM, type StartFailure } from "../startFailure";
import type { Stripe } from "../stripeTypes";
import { useAppearance } from "./useAppearance";
import { type Purchase, requestIntent } from "../usePaymentIntent";

type Props = {
  stripe: Stripe;
  isStandIn: boolean;
  intent: PaymentIntent;
  purchase: Purchase;
  notice: ReactNode;
  className?: string;
  onFailure: (failure: StartFailure) => void;
  onRenewed: (intent: PaymentIntent) => void;
};

export function CardForm(props: Props) {
  const appearance = useAppearance();
  return (
    <Elements
      stripe={props.stripe}
      options={{ clientSecret: props.intent.clientSecret, appearance }}
    >
      <Form {...props} />
    </Elements>
  );
}

const MAX_WALLET_WAIT_MS = 3000;

type Problem = Extract<PayOutcome, { kind: "declined" | "unsent" | "unknown" }>;

function Form({ intent, purchase, notice, className, isStandIn, onFailure, onRenewed }: Props) {
  const stripe = useStripe();
  const elements = useElements();
  const { user } = useSession();
  const [ready, setReady] = useState(false);
  const [walletOffer, setWalletOffer] = useState<ExpressOffer>("asking");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  // After a timeout, the card form is shown even if a wallet hasn't responded.
  useEffect(() => {
    if (!ready || walletOffer !== "asking") return;
    const timer = setTimeout(() => setWalletOffer("none"), MAX_WALLET_WAIT_MS);
    return () => clearTimeout(timer);
  }, [ready, walletOffer]);
  /** Whether an earlier attempt may have charged the card, because its confirmation was lost. */
  const mayBeCharged = useRef(false);
  const dismissToast = useRef<() => void>(undefined);
  const navigate = useNavigate();
  const { type, cents, id } = purchase;
  const confirmation = { type, amount: formatDecimal(cents), id };

  /** Pays with the typed card, or with the card that a wallet provided. */
  async function pay(wallet?: ExpressConfirm) {
    if (!stripe || !elements || busy) return;
    setBusy(true);
    setProblem(null);
    // Closes the toast about the previous attempt.
    dismissToast.current?.();
    const lastOutcome = await payByCard({
      stripe,
      elements,
      intent,
      requestIntent: () => requestIntent(purchase),
      returnUrl: window.location.origin + paths.confirmation(confirmation),
    });
    // An attempt that wasn't sent doesn't show whether an earlier attempt charged the card.
    const outcome =
      lastOutcome.kind === "unsent" && mayBeCharged.current
        ? { ...lastOutcome, kind: "unknown" as const }
        : lastOutcome;
    if (outcome.kind === "unknown") mayBeCharged.current = true;
    if (outcome.kind === "declined") mayBeCharged.current = false;
    // Stay busy until the confirmation opens, because a second click would have no effect.
    if (outcome.kind === "leaving") return;
    if (outcome.kind === "paid") {
      const proof = { payment_intent: outcome.intentId, redirect_status: "succeeded" };
      navigate(paths.confirmation({ ...confirmation, ...proof }), { replace: true });
      return;
    }
    setBusy(false);
    // The wallet's sheet is still open, so tell the wallet that nothing was paid.
    wallet?.paymentFailed({ reason: "fail" });
    if (outcome.kind === "stopped") onFailure(outcome.failure);
    else if (outcome.kind === "renewed") onRenewed(outcome.intent);
    else if (outcome.kind !== "incomplete") {
      setProblem(outcome);
      dismissToast.current = toast({
        title: titleFor(outcome),
        description: outcome.message,
        variant: "destructive",
      }).dismiss;
    }
  }
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
      aria-label="Pay by card"
    >
      <CardLayout
        cents={cents}
        notice={notice}
        express={
          <ExpressPay
            offer={walletOffer}
            onOffer={setWalletOffer}
            onConfirm={(wallet) => void pay(wallet)}
          />
        }
        ready={ready && walletOffer !== "asking"}
        isStandIn={isStandIn}
        busy={busy}
        error={problem && <FailureAlert problem={problem} />}
      >
        <PaymentElement
          options={{
            layout: "tabs",
            wallets: { applePay: "never", googlePay: "never", link: "never" },
            defaultValues: { billingDetails: { name: user?.fullName ?? undefined } },
          }}
          onReady={() => setReady(true)}
          onLoadError={() => onFailure(NO_CARD_FORM)}
        />
      </CardLayout>
    </form>
  );
}

function FailureAlert({ problem }: { problem: Problem }) {
  return (
    <Alert title={titleFor(problem)}>
      {problem.message} {adviceFor(problem)}
    </Alert>
  );
}

const titleFor = ({ kind }: Problem) =>
  kind === "unknown" ? "We Couldn’t Confirm Your Payment" : "Payment Failed";

/** Says whether the card was charged, and what to do next. */
function adviceFor(problem: Problem): string {
  switch (problem.kind) {
    case "declined":
      return `You have not been charged. ${problem.advice}`;
    case "unsent":
      return "You haven’t been charged. Your card details are still here.";
    case "unknown":
      return "We couldn’t confirm whether the payment went through. Select the Pay button again. If your first try went through, we’ll let you know and won’t charge you again.";
  }
}
