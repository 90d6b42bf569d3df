import type { ItemOption, ItemOptions, OptionKind, OptionTopic } from "@/api/types";
import { daysUntil, shortDate } from "@/lib/dates";
import { describeFine } from "@/lib/money";
import type { ItemKind } from "@/lib/paths";
import { pointsText } from "@/lib/labels";
import { describeSent } from "@/parts/drivingRecord/dispute";
import { NOT_PAYABLE } from "@/parts/drivingRecord/notPayable";

type LinesByTopic = Partial<Record<OptionTopic, string>>;

/** Data that all cards share. `ifLost` is the text about the cost of a lost case. */
export type RecordLineContext = {
  kind: ItemKind;
  itemOptions: ItemOptions;
  now: Date;
  ifLost: string;
};

/** Returns a card's lines that come from the driver's record or are true in every place. */
export function recordLines(option: ItemOption, context: RecordLineContext): LinesByTopic {
  const { costNow, costTotal, addedPoints } = option;
  const { isEstimated } = context.itemOptions;
  return {
    ...linesOfKind(option, context),
    ...dateLine(option, context),
    ...(costNow && { cost_now: describeFine(costNow, isEstimated) }),
    ...(costTotal && { cost_total: describeFine(costTotal, isEstimated) }),
    ...(addedPoints && { points: `${pointsText(addedPoints)} for this ticket` }),
  };
}

/** Options that a driver can still choose after their date. */
const STILL_POSSIBLE: Partial<Record<OptionKind, string>> = {
  pay: ", but you can still pay",
  cant_pay: ", but you can still ask",
  ask: ", but you can still ask",
};

/** Returns the line with the last day for an option; empty if the option has none. */
function dateLine(
  { kind, latestDate, dateBasis }: ItemOption,
  context: RecordLineContext,
): LinesByTopic {
  if (!latestDate) return {};
  const isPast = (daysUntil(latestDate, context.now) ?? 0) < 0;
  const counted = `, calculated from the ${context.kind === "toll" ? "toll" : "ticket"}’s date.`;
  const basis =
    dateBasis === "computed"
      ? `${counted} If your notice has a date, use that one.`
      : dateBasis === "fixed"
        ? `${counted} It stays the same even if you get more time to pay.`
        : ", the date we have on file.";
  const past = isPast ? ` This day has passed${STILL_POSSIBLE[kind] ?? ""}.` : "";
  return { deadline: shortDate(latestDate, context.now) + basis + past };
}

/** Returns those lines of an option's card whose text depends on the option's kind. */
function linesOfKind(
  { kind, next, costNow }: ItemOption,
  { kind: item, itemOptions, ifLost }: RecordLineContext,
): LinesByTopic {
  const why = itemOptions.notPayable && NOT_PAYABLE[itemOptions.notPayable];
  switch (kind) {
    case "pay":
      return {
        ...(next !== "pay" && why && { meaning: `${why} Pay the court or agency directly.` }),
        // If a sourced text says which plea a payment is, the page shows it above the options, and this line
        // leaves the plea out.
        ...(item === "ticket" && {
          gives_up: itemOptions.paying
            ? "Your right to contest it."
            : "Your right to contest it. Paying is a guilty plea.",
        }),
        ...(next === "pay" && { duration: "A few minutes." }),
      };
    case "lawyer":
      return {
        meaning:
          next !== "your_lawyer"
            ? "A lawyer represents you."
            : itemOptions.awaitsLawyer
              ? "No lawyer represents you yet. Go to Legal help to see what happens next."
              : "A lawyer is working on this ticket. Ask your lawyer before you do anything else about it.",
        ...(next === "hire_lawyer" && {
          cost_total: costNow
            ? `${describeFine(costNow, itemOptions.isEstimated)} for the lawyer. ${ifLost}`
            : ifLost,
          deadline: "Before you plead or pay.",
          gives_up: "Nothing. You can still pay the ticket.",
        }),
        points: "Depends on the outcome.",
        duration: "Until the court decides.",
      };
    case "contest":
      return {
        ...(item === "ticket" && { points: "None if you win." }),
        ...(next === "see_letter" && itemOptions.letterSentOn
          ? { deadline: `${describeSent(itemOptions.letterSentOn, itemOptions)}.` }
          : {}),
      };
    case "cant_pay":
      return {
        meaning:
          "Answer a few questions. If the court or agency offers a payment plan, we’ll show you how to ask for it. If not, our team will get back to you.",
        cost_now: "Nothing",
        gives_up: "Nothing. Your due date and what you owe stay as they are.",
        duration: "A minute. If you ask our team, we’ll email you when we’ve answered.",
      };
    case "ask":
      return {
        meaning:
          "The court or agency on your notice can tell you what it offers. We can help you find out who to ask.",
        cost_now: "Nothing",
        gives_up: "Nothing. The date on your notice still counts while you wait.",
        points: "None",
        duration: "Ask early: an answer can take days.",
      };
    default:
      return {};
  }
}
