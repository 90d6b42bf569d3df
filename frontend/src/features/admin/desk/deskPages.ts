import type { LucideIcon } from "lucide-react";
import { type ComponentType, createContext, use } from "react";
import type { AuditSubject, UnsolvedCounts } from "@/api/types";

/**
 * A list with its totals, and its records' kind in the audit trail. When a record of this kind
 * changes, the list and its totals are read again.
 */
export type ListWithTotals = {
  kind: AuditSubject;
  list: { call: { url: string }; sums?: { url: string } };
};

export type DeskPage = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Group in the menu: work queues, or pages about the business, the setup and the staff. */
  group: "queues" | "house";
  /** The unsolved count that the menu shows as this page's badge. */
  counts?: keyof UnsolvedCounts;
  /** Not set for the security dashboard, which is a panel of the start screen. */
  Screen?: ComponentType;
  /** The list that the page shows. */
  shows?: ListWithTotals;
};

/**
 * All pages, in the order of the menu. The shell around each page gets the pages from this context. It can't import
 * them, because the pages import the shell.
 */
export const DeskPages = createContext<readonly DeskPage[]>([]);
/** Returns all pages of the back office. */
export const useDeskPages = () => use(DeskPages);
