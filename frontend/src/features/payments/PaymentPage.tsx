import { useEffect, useRef } from "react";
import { paths } from "@/lib/paths";
import { Navigate, useSearchParams } from "@/lib/router";
import { focusHeading } from "@/ui/focusHeading";
import { type PaymentQuery, readPaymentQuery } from "./paymentQuery";
import { ItemDetails } from "./steps/ItemDetails";
import { PaymentStep } from "./steps/PaymentStep";
import { PleaStep } from "./steps/PleaStep";

/** A ticket starts with the plea step; everything else, and a ticket once Pay is pressed, with the payment step. */
export default function PaymentPage() {
  const [query] = useSearchParams();
  const asked = readPaymentQuery(query);
  const step = query.get("step");
  useStepFocus(asked && screenOf(asked, step));
  if (asked === null) return <Navigate to={paths.profile()} replace />;
  if (asked.what === "details") return <ItemDetails {...asked} />;
  return asked.type === "ticket" && step !== "pay" ? (
    <PleaStep cents={asked.cents} id={asked.id} />
  ) : (
    // Another thing to pay is another form; another amount is the same one.
    <PaymentStep key={`${asked.type} ${asked.id}`} {...asked} />
  );
}

/** Another amount is no other screen. */
const screenOf = (asked: PaymentQuery, step: string | null) =>
  asked.what === "details" ? `${asked.kind} ${asked.id}` : `pay ${asked.type} ${asked.id} ${step}`;

/** Another step or item is another screen, though the path stays: its top, and the focus on its heading. */
function useStepFocus(screen: string | null) {
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    window.scrollTo(0, 0);
    focusHeading();
  }, [screen]);
}
