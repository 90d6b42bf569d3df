import {
  CarFront,
  Gauge,
  type LucideIcon,
  OctagonX,
  SquareParking,
  TrafficCone,
  TriangleAlert,
} from "lucide-react";
import { speaksOfRedLight } from "@/parts/drivingRecord/ticketCards";
import type { Item } from "./items";
import type { TicketCategory } from "@/api/types";
import { ofWord } from "@/lib/words";

const BY_WORDS: readonly [RegExp, LucideIcon][] = [
  [/speed/i, Gauge],
  [/stop sign/i, OctagonX],
  [/parking|meter/i, SquareParking],
  [/reckless|careless/i, TriangleAlert],
];

const BY_CATEGORY: Record<TicketCategory, LucideIcon> = {
  traffic: CarFront,
  parking: SquareParking,
  speeding: Gauge,
  other: CarFront,
};

function iconOf({ kind, title, ticket }: Item): LucideIcon {
  if (kind === "parking") return SquareParking;
  if (kind === "toll") return TrafficCone;
  if (speaksOfRedLight(title)) return OctagonX;
  if (ticket?.category === "parking") return SquareParking;
  const found = BY_WORDS.find(([words]) => words.test(title));
  return found?.[1] ?? (ticket && ofWord(BY_CATEGORY, ticket.category)) ?? CarFront;
}

export function ItemIcon({ item, className }: { item: Item; className: string | undefined }) {
  const Icon = iconOf(item);
  return (
    <span className={className}>
      <Icon size={22} aria-hidden="true" />
    </span>
  );
}
