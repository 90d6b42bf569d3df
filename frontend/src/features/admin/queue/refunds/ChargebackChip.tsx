import type { Chargeback } from "@/api/types";
import { lookUpWord } from "@/lib/words";
import { Chip } from "@/ui/feedback/Chip";
import { CHARGEBACK_TONES, CHARGEBACK_WORDS } from "./chargebackWords";

/** Chip with a chargeback's status. */
export const ChargebackChip = ({ status }: Pick<Chargeback, "status">) => (
  <Chip tone={lookUpWord(CHARGEBACK_TONES, status) ?? "neutral"}>
    {lookUpWord(CHARGEBACK_WORDS, status) ?? status}
  </Chip>
);
