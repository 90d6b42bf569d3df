import type { LucideIcon } from "lucide-react";
import Car from "lucide-react/icons/car";
import CircleParking from "lucide-react/icons/circle-parking";
import CreditCard from "lucide-react/icons/credit-card";
import FileText from "lucide-react/icons/file-text";
import Headset from "lucide-react/icons/headset";
import MessageSquareText from "lucide-react/icons/message-square-text";
import History from "lucide-react/icons/history";
import Scale from "lucide-react/icons/scale";
import SearchX from "lucide-react/icons/search-x";
import type { TimelineEntry, TimelineKind } from "@/api/types";
import { displayPhone } from "@/lib/phone";
import { humanize, keysOf, lookUpLabel } from "@/lib/labels";
import { deskPaths } from "../../desk/deskPaths";
import { actionText, subjectText } from "../../queue/trail/auditLabels";

/** The filter chip of each kind of entry. Some kinds share a chip. */
const CHIP_OF: Record<TimelineKind, string> = {
  ticket: "Tickets and tolls",
  parking: "Tickets and tolls",
  toll: "Tickets and tolls",
  payment: "Payments",
  hire: "Hires",
  inquiry: "Inquiries",
  report: "Reports",
  text: "Texts",
  audit: "Audit",
};
export const CHIPS = [...new Set(Object.values(CHIP_OF))].map((label) => ({
  label,
  value: keysOf(CHIP_OF)
    .filter((kind) => CHIP_OF[kind] === label)
    .join(),
}));

const ICONS: Record<TimelineKind, LucideIcon> = {
  ticket: FileText,
  parking: CircleParking,
  toll: Car,
  payment: CreditCard,
  hire: Scale,
  inquiry: Headset,
  report: SearchX,
  text: MessageSquareText,
  audit: History,
};
export const iconOf = (kind: TimelineKind): LucideIcon => lookUpLabel(ICONS, kind) ?? History;

/**
 * Returns a timeline entry's title, which says what happened. An audit entry about a record names the record; one about
 * the driver doesn't, because this is the driver's timeline.
 */
export function titleOf({ kind, title, subject }: TimelineEntry): string {
  const text = title ?? "";
  switch (kind) {
    case "ticket":
      return `Ticket added: ${text}`;
    case "parking":
      return `Parking ticket added: ${text}`;
    case "toll":
      return `Toll added: ${text}`;
    case "payment":
      return `Paid: ${humanize(text)}`;
    case "hire":
      return text ? `Lawyer hired: ${text}` : "Lawyer hired";
    case "inquiry":
      return text === "chat" ? "Chat request" : "Callback request";
    case "report":
      return `Missing ticket reported: ${text}`;
    case "text":
      return `Texts requested: ${displayPhone(text)}`;
    case "audit":
      return subject && !subject.startsWith("user ")
        ? `${actionText(text)} (${subjectText(subject).toLowerCase()})`
        : actionText(text);
    default:
      kind satisfies never;
      return humanize(text);
  }
}

/** Returns the address where staff work on an entry's record; null if there is none. */
export function pathOf({ kind, id }: TimelineEntry): string | null {
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
    case "ticket":
    case "parking":
    case "toll":
    case "text":
    case "audit":
      return null;
    default:
      kind satisfies never;
      return null;
  }
}
