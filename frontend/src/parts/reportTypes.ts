import type { TicketReportType } from "@/api/types";
import { keysOf } from "@/lib/labels";

const ALL: Record<TicketReportType, true> = {
  "Traffic ticket": true,
  "Red light ticket": true,
  "Speeding ticket": true,
  "Parking ticket": true,
};

/** Kinds of tickets that a driver can report as missing. */
export const REPORT_TYPES = keysOf(ALL);
