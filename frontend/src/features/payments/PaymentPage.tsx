import { useEffect, useRef } from "react";
import { paths } from "@/lib/paths";
import { Navigate, useSearchParams } from "@/lib/router";
import { focusHeading } from "@/ui/focusHeading";
import { type PaymentQuery, readPaymentQuery } from "./paymentQuery";
import { ItemDetails } from "./steps/ItemDetails";
import { PaymentStep } from "./steps/PaymentStep";
import { PleaStep } from "./steps/plea/PleaStep";

/**
 * The payment screens, and the details of parking tickets and tolls. Paying a ticket starts with the plea step and
 * continues with the payment step. Other payments start with the payment step.
 */
export default function PaymentPage() {
  const [query] = useSearchParams();
  const paymentQuery = readPaymentQuery(query);
  const step = query.get("step");
  useStepFocus(paymentQuery && screenName(paymentQuery, step));
  if (paymentQuery === null) return <Navigate to={paths.profile()} replace />;
  if (paymentQuery.screen === "details") return <ItemDetails {...paymentQuery} />;
  return paymentQuery.type === "ticket" && step !== "pay" ? (
    <PleaStep cents={paymentQuery.cents} id={paymentQuery.id} />
  ) : (
    // The key remounts the form for another item, but not for another amount.
    <PaymentStep key={`${paymentQuery.type} ${paymentQuery.id}`} {...paymentQuery} />
  );
}

/**
 * Returns a name for the screen. The name doesn't contain the amount, so that a corrected amount doesn't count as a new
 * screen.
 */
const screenName = (query: PaymentQuery, step: string | null) =>
  query.screen === "details"
    ? `${query.kind} ${query.id}`
    : `pay ${query.type} ${query.id} ${step}`;

/**
 * For a new step or item, scrolls to the top and focuses the heading, as a navigation to another
 * path does.
 */
function useStepFocus(screen: string | null) {
  const previousScreen = useRef(screen);
  useEffect(() => {
    if (previousScreen.current === screen) return;
    previousScreen.current = screen;
    window.scrollTo(0, 0);
    focusHeading();
  }, [screen]);
}
