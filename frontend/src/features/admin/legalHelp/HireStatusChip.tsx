import { Chip, type Tone } from "@/ui/feedback/Chip";

export const HIRE_STATUSES = ["Pending", "In Progress", "Contacted", "Completed", "Cancelled"];

const TONES: Record<string, Tone> = {
  Pending: "warn",
  "In Progress": "info",
  Contacted: "info",
  Completed: "good",
  Cancelled: "bad",
};

/** A hire's status; a word that is not known is shown as it is, in gray. */
export function HireStatusChip({ status }: { status: string }) {
  return <Chip tone={TONES[status] ?? "neutral"}>{status}</Chip>;
}
