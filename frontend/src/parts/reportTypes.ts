import type { TicketReportType } from "@/api/types";
import { wordsIn } from "@/lib/words";

const ALL: Record<TicketReportType, true> = {
  "Traffic ticket": true,
  "Red light ticket": true,
  "Speeding ticket": true,
  "Parking ticket": true,
};

/** The kinds of ticket that a driver may miss. */
export const REPORT_TYPES = wordsIn(ALL);
