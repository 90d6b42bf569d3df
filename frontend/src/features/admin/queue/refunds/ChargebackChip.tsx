import type { Chargeback } from "@/api/types";
import { ofWord } from "@/lib/words";
import { Chip } from "@/ui/feedback/Chip";
import { CHARGEBACK_TONES, CHARGEBACK_WORDS } from "./chargebackWords";

/** Chip with a chargeback's status. */
export const ChargebackChip = ({ status }: Pick<Chargeback, "status">) => (
  <Chip tone={ofWord(CHARGEBACK_TONES, status) ?? "neutral"}>
    {ofWord(CHARGEBACK_WORDS, status) ?? status}
  </Chip>
);
