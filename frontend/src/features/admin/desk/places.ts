import {
  BookOpenCheck,
  Building2,
  CarFront,
  ChartColumn,
  CircleDollarSign,
  CreditCard,
  FileQuestion,
  FileUp,
  Headset,
  IdCard,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  MessageSquareReply,
  Receipt,
  Scale,
  ScrollText,
  SearchX,
  Send,
  ShieldAlert,
  ShieldCheck,
  UserCog,
} from "lucide-react";
import { deskPaths } from "./deskPaths";
import { paths } from "@/lib/paths";
import type { UnsolvedCounts } from "@/api/types";

export type Place = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** The count that gives it a New badge. */
  counts?: keyof UnsolvedCounts;
};

/** Where staff work, in the order of the menu. */
export const QUEUES: readonly Place[] = [
  { to: paths.admin(), label: "Tickets & users", icon: LayoutDashboard },
  { to: deskPaths.hires(), label: "Lawyer hires", icon: Scale, counts: "lawyerHires" },
  { to: deskPaths.transactions(), label: "Payment transactions", icon: CreditCard },
  {
    to: deskPaths.chargebacks(),
    label: "Chargebacks",
    icon: Landmark,
    counts: "chargebacks",
  },
  {
    to: deskPaths.missingTickets(),
    label: "Missing tickets",
    icon: SearchX,
    counts: "missingTickets",
  },
  {
    to: deskPaths.vehicleUpdates(),
    label: "Vehicle updates",
    icon: CarFront,
    counts: "vehicleUpdates",
  },
  {
    to: deskPaths.statusRequests(),
    label: "Status requests",
    icon: IdCard,
    counts: "statusRequests",
  },
  {
    to: deskPaths.helpInquiries(),
    label: "Help inquiries",
    icon: Headset,
    counts: "helpInquiries",
  },
  {
    to: deskPaths.replies(),
    label: "Replies by text",
    icon: MessageSquareReply,
    counts: "textReplies",
  },
];

/** What looks after the house itself. */
export const HOUSE: readonly Place[] = [
  { to: deskPaths.overview(), label: "Overview", icon: ChartColumn },
  { to: deskPaths.money(), label: "Needs attention", icon: CircleDollarSign },
  { to: deskPaths.books(), label: "Books", icon: BookOpenCheck },
  { to: deskPaths.remittances(), label: "Remittances", icon: Send },
  { to: deskPaths.billedAgain(), label: "Billed again", icon: Receipt },
  { to: deskPaths.security(), label: "Security dashboard", icon: ShieldCheck },
  { to: deskPaths.events(), label: "Security events", icon: ShieldAlert },
  { to: deskPaths.audit(), label: "Audit trail", icon: ScrollText },
  { to: deskPaths.import(), label: "Import citations", icon: FileUp },
  {
    to: deskPaths.citations(),
    label: "Citations to decide",
    icon: FileQuestion,
    counts: "citations",
  },
  { to: deskPaths.sources(), label: "Citation sources", icon: Building2 },
  { to: deskPaths.staff(), label: "Staff", icon: UserCog },
];
