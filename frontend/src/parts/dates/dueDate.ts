import type { Standing } from "@/api/types";
import { daysUntil } from "@/lib/dates";
import { centsOf } from "@/lib/money";

type Owed = { dueDate: string | null; fine: string | null; standing?: Standing };

/**
 * Returns an item's due date, if it has one. Null if nothing is owed: the fine is $0, or the court dismissed the
 * ticket.
 */
export const dueDateOf = ({ dueDate, fine, standing }: Owed): string | null =>
  standing === "dismissed" || (fine !== null && centsOf(fine) === 0) ? null : dueDate;

/** "is" for a date that hasn't passed, "was" for one that has. */
export const isOrWas = (date: string, now: Date): "is" | "was" =>
  (daysUntil(date, now) ?? 0) < 0 ? "was" : "is";
