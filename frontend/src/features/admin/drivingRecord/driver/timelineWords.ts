import {
  Car,
  CircleParking,
  CreditCard,
  FileText,
  Headset,
  History,
  type LucideIcon,
  MessageSquareText,
  Scale,
  SearchX,
} from "lucide-react";
import type { TimelineEntry } from "@/api/types";
import { shownPhone } from "@/lib/phone";
import { deskPaths } from "../../desk/deskPaths";

type Kind = { kinds: string; label: string };

/** The filter's chips; some kinds go together. */
export const CHIPS: readonly Kind[] = [
  { kinds: "ticket,parking,toll", label: "Items" },
  { kinds: "payment", label: "Payments" },
  { kinds: "hire", label: "Hires" },
  { kinds: "inquiry", label: "Inquiries" },
  { kinds: "report", label: "Reports" },
  { kinds: "text", label: "Texts" },
  { kinds: "audit", label: "Audit" },
];

const ICONS: Record<string, LucideIcon> = {
  ticket: FileText,
  parking: CircleParking,
  toll: Car,
  payment: CreditCard,
  hire: Scale,
  inquiry: Headset,
  report: SearchX,
  text: MessageSquareText,
};
export const iconOf = (kind: string): LucideIcon => ICONS[kind] ?? History;

/** "item_changed" as people read it: "Item changed". */
export const words = (name: string) => {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** What an entry says first. */
export function titleOf({ kind, title, subject }: TimelineEntry): string {
  const said = title ?? "";
  switch (kind) {
    case "ticket":
      return `Ticket filed: ${said}`;
    case "parking":
      return `Parking violation filed: ${said}`;
    case "toll":
      return `Toll filed: ${said}`;
    case "payment":
      return `Paid: ${words(said)}`;
    case "hire":
      return said ? `Lawyer hired: ${said}` : "Lawyer hired";
    case "inquiry":
      return said === "chat" ? "Chat request" : "Callback request";
    case "report":
      return `Missing ticket reported: ${said}`;
    case "text":
      return `Texts asked for: ${shownPhone(said)}`;
    default:
      return subject ? `${words(said)} (${words(subject).toLowerCase()})` : words(said);
  }
}

/** Where an entry's record is worked on. */
export function placeOf({ kind, id }: TimelineEntry): string | null {
  const at = (path: string) => `${path}?row=${id}`;
  switch (kind) {
    case "payment":
      return at(deskPaths.transactions());
    case "hire":
      return at(deskPaths.hires());
    case "inquiry":
      return at(deskPaths.helpInquiries());
    case "report":
      return at(deskPaths.missingTickets());
    default:
      return null;
  }
}
