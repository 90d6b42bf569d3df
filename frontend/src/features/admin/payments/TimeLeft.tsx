import type { Chargeback } from "@/api/types";
import { formatTimeLeft } from "../queue/refunds/chargebackLabels";

/** Shows the time left to submit evidence for a chargeback. */
export function TimeLeft({ chargeback }: { chargeback: Chargeback }) {
  if (!chargeback.waitsForUs) return <>—</>;
  return <>{formatTimeLeft(chargeback.evidenceDueBy, Date.now())}</>;
}
