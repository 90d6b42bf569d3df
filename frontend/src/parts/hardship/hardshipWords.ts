import type { HardshipNeed, HardshipRequest, HardshipSituation } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { lookUpLabel } from "@/lib/labels";
import { centsOf, formatCents } from "@/lib/money";

/** What would help a driver who can't pay an item now: the answers to choose from. */
export const NEEDS: Record<HardshipNeed, string> = {
  more_time: "More time to pay",
  smaller_payments: "Smaller payments",
  lower_amount: "A lower amount",
};

/** Situations of a driver who can't pay an item now: the answers to choose from. */
export const SITUATIONS: Record<HardshipSituation, string> = {
  public_benefits: "I get public benefits",
  out_of_work: "I’m out of work",
  low_income: "My income is low",
  other: "None of these",
};

export type HardshipAnswers = Pick<HardshipRequest, "need" | "amount" | "payBy" | "situation">;

/** What the driver could pay, as a phrase such as "$40 a month". */
export function describeOffer({ need, amount, payBy }: HardshipAnswers): string {
  const dollars = amount ? formatCents(centsOf(amount)) : "";
  switch (need) {
    case "more_time":
      return `everything by ${formatDate(payBy)}`;
    case "smaller_payments":
      return `${dollars} a month`;
    default:
      return `${dollars} in total`;
  }
}

/** The answers as sentences that a driver can send to a court or agency. */
export function summarizeAnswers(answers: HardshipAnswers): string {
  const { need, situation } = answers;
  const needed = (lookUpLabel(NEEDS, need) ?? need).toLowerCase();
  const about = situation === "other" ? undefined : lookUpLabel(SITUATIONS, situation);
  return [
    "I can’t pay this now.",
    `I need ${needed} and could pay ${describeOffer(answers)}.`,
    about && `${about}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
