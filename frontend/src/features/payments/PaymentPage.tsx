import { useEffect, useRef } from "react";
import { paths } from "@/lib/paths";
import { Navigate, useSearchParams } from "@/lib/router";
import { focusHeading } from "@/ui/focusHeading";
import { type PaymentQuery, readPaymentQuery } from "./paymentQuery";
import { ItemDetails } from "./steps/ItemDetails";
import { PaymentStep } from "./steps/PaymentStep";
import { PleaStep } from "./steps/PleaStep";

/**
 * The payment screens. A ticket starts with the plea step and continues with the payment step. Everything else starts
 * with the payment step.
 */
export default function PaymentPage() {
  const [query] = useSearchParams();
  const asked = readPaymentQuery(query);
  const step = query.get("step");
  useStepFocus(asked && screenOf(asked, step));
  if (asked === null) return <Navigate to={paths.profile()} replace />;
  if (asked.screen === "details") return <ItemDetails {...asked} />;
  return asked.type === "ticket" && step !== "pay" ? (
    <PleaStep cents={asked.cents} id={asked.id} />
  ) : (
    // The key remounts the form for another item, but not for another amount.
    <PaymentStep key={`${asked.type} ${asked.id}`} {...asked} />
  );
}

/** Returns a name for the screen. It is the same for a different amount. */
const screenOf = (asked: PaymentQuery, step: string | null) =>
  asked.screen === "details"
    ? `${asked.kind} ${asked.id}`
    : `pay ${asked.type} ${asked.id} ${step}`;

/** A new step or item counts as a new screen although the path stays: scrolls to the top and focuses the heading. */
function useStepFocus(screen: string | null) {
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    window.scrollTo(0, 0);
    focusHeading();
  }, [screen]);
}
