import type { LucideIcon } from "lucide-react";
import { type ComponentType, createContext, use } from "react";
import type { AuditSubject, UnsolvedCounts } from "@/api/types";

/** A list with its sums, and how the audit trail calls its records: when it tells of one, both are read again. */
export type Shown = {
  kind: AuditSubject;
  list: { call: { address: string }; sums?: { address: string } };
};

/** A page of the back office. */
export type DeskPage = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Where the menu has it: among what staff work on, or what looks after the house itself. */
  group: "queues" | "house";
  /** The count that gives it a New badge. */
  counts?: keyof UnsolvedCounts;
  /** Without one it is a panel of the first screen. */
  Screen?: ComponentType;
  /** What it lists. */
  shows?: Shown;
};

/** All of them, in the order of the menu: the frame around each page is below them all, and cannot know them by itself. */
export const DeskPages = createContext<readonly DeskPage[]>([]);
export const useDeskPages = () => use(DeskPages);
