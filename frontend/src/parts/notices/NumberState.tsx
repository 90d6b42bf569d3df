import type { TextNumber } from "@/api/types";
import { Chip } from "@/ui/feedback/Chip";

/** A chip that says whether Lanewise sends texts to a number. */
export function NumberState({ number }: { number: Pick<TextNumber, "state" | "confirmedAt"> }) {
  if (number.state === "stopped") return <Chip tone="bad">Stopped</Chip>;
  if (number.state === "paused") return <Chip tone="warn">Paused</Chip>;
  if (!number.confirmedAt) return <Chip tone="warn">Not confirmed yet</Chip>;
  return <Chip tone="good">Confirmed</Chip>;
}
