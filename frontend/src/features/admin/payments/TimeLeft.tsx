import type { Chargeback } from "@/api/types";
import { timeLeft } from "../queue/refunds/chargebackWords";

/** Time left to submit evidence. */
export function TimeLeft({ of }: { of: Chargeback }) {
  if (!of.waitsForUs) return <>—</>;
  return <>{timeLeft(of.evidenceDueBy, Date.now())}</>;
}
