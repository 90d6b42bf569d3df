import type { Parking, Standing, Ticket, Toll } from "@/api/types";
import { lookUpLabel } from "@/lib/labels";
import { Chip, type Tone } from "@/ui/feedback/Chip";

const STANDINGS: Record<Standing, { word: string; tone: Tone }> = {
  due: { word: "Due", tone: "neutral" },
  processing: { word: "Processing", tone: "info" },
  with_lawyer: { word: "With lawyer", tone: "info" },
  paid: { word: "Paid", tone: "good" },
  refunding: { word: "Refunding", tone: "warn" },
  chargeback_open: { word: "Chargeback", tone: "bad" },
  settled_with_city: { word: "Settled with the city", tone: "good" },
  dismissed: { word: "Dismissed", tone: "good" },
  being_checked: { word: "Being checked", tone: "info" },
};

/** Shows the item's standing in staff's lists, or Overdue if the item is due and late. */
export function StandingChip({ item: { standing, isOverdue } }: { item: Ticket | Parking | Toll }) {
  if (standing === "due" && isOverdue) return <Chip tone="bad">Overdue</Chip>;
  const { word, tone } = lookUpLabel(STANDINGS, standing) ?? { word: standing, tone: "neutral" };
  return <Chip tone={tone}>{word}</Chip>;
}
