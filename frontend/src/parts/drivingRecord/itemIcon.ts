import type { LucideIcon } from "lucide-react";
import CarFront from "lucide-react/icons/car-front";
import CircleDot from "lucide-react/icons/circle-dot";
import Gauge from "lucide-react/icons/gauge";
import Milestone from "lucide-react/icons/milestone";
import OctagonX from "lucide-react/icons/octagon-x";
import SquareParking from "lucide-react/icons/square-parking";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { TicketCategory } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { lookUpLabel } from "@/lib/labels";
import { mentionsRedLight } from "./ticketCards";

const ICONS_BY_TITLE: readonly [RegExp, LucideIcon][] = [
  [/speed/i, Gauge],
  [/stop sign/i, OctagonX],
  [/parking|meter/i, SquareParking],
  [/reckless|careless/i, TriangleAlert],
];

const ICONS_BY_CATEGORY: Record<TicketCategory, LucideIcon> = {
  traffic: CarFront,
  parking: SquareParking,
  speeding: Gauge,
  other: CarFront,
};

/**
 * Returns the icon of an item, the same on every screen. For a ticket, a red light in the title
 * decides first, then the category `parking`, then other words in the title, then the category.
 */
export function itemIconOf(kind: ItemKind, title: string, category?: TicketCategory): LucideIcon {
  if (kind === "parking") return SquareParking;
  if (kind === "toll") return Milestone;
  if (mentionsRedLight(title)) return CircleDot;
  if (category === "parking") return SquareParking;
  const match = ICONS_BY_TITLE.find(([words]) => words.test(title));
  return match?.[1] ?? (category && lookUpLabel(ICONS_BY_CATEGORY, category)) ?? CarFront;
}
