import type { Chargeback } from "@/api/types";
import { lookUpLabel } from "@/lib/labels";
import { Chip } from "@/ui/feedback/Chip";
import { CHARGEBACK_TONES, CHARGEBACK_LABELS } from "./chargebackLabels";

export const ChargebackChip = ({ status }: Pick<Chargeback, "status">) => (
  <Chip tone={lookUpLabel(CHARGEBACK_TONES, status) ?? "neutral"}>
    {lookUpLabel(CHARGEBACK_LABELS, status) ?? status}
  </Chip>
);
