import {
  CarFront,
  CircleDollarSign,
  CreditCard,
  Headset,
  IdCard,
  LayoutDashboard,
  type LucideIcon,
  Scale,
  ScrollText,
  SearchX,
  ShieldAlert,
} from "lucide-react";
import { paths } from "@/lib/paths";
import type { UnsolvedCounts } from "./useUnsolvedCounts";

export type Place = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** The count that gives it a New badge. */
  counts?: keyof UnsolvedCounts;
};

/** Where staff work, in the order of back-office.md, section 2. */
export const QUEUES: readonly Place[] = [
  { to: paths.admin(), label: "Tickets & users", icon: LayoutDashboard },
  { to: paths.adminHires(), label: "Lawyer hires", icon: Scale, counts: "lawyerHires" },
  { to: paths.adminTransactions(), label: "Payment transactions", icon: CreditCard },
  {
    to: paths.adminMissingTickets(),
    label: "Missing tickets",
    icon: SearchX,
    counts: "missingTickets",
  },
  {
    to: paths.adminVehicleUpdates(),
    label: "Vehicle updates",
    icon: CarFront,
    counts: "vehicleUpdates",
  },
  {
    to: paths.adminStatusRequests(),
    label: "Status requests",
    icon: IdCard,
    counts: "statusRequests",
  },
  {
    to: paths.adminHelpInquiries(),
    label: "Help inquiries",
    icon: Headset,
    counts: "helpInquiries",
  },
];

/** What looks after the house itself. */
export const HOUSE: readonly Place[] = [
  { to: paths.adminMoney(), label: "Money to look at", icon: CircleDollarSign },
  { to: paths.adminEvents(), label: "Security events", icon: ShieldAlert },
  { to: paths.adminAudit(), label: "Audit trail", icon: ScrollText },
];
