import type { Chargeback } from "@/api/types";
import { timeLeft } from "./chargebackWords";

/** How long evidence is still taken. */
export function TimeLeft({ of }: { of: Chargeback }) {
  if (!of.waitsForUs) return <>—</>;
  return <>{timeLeft(of.evidenceDueBy, Date.now())}</>;
}
