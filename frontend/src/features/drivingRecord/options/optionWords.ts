import type { ItemOption, OptionFit, OptionKind, OptionTopic } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { lookUpLabel } from "@/lib/labels";

const TITLES: Record<OptionKind, string> = {
  pay: "Pay It",
  lawyer: "Hire a Lawyer",
  contest: "Contest It Yourself",
  lower_fine: "Ask for a Lower Fine or More Time",
  traffic_school: "Take Traffic School",
  correction: "Prove You Fixed It",
  installments: "Pay in Installments",
  cant_pay: "Can’t Pay Now",
  ask: "Ask Before You Decide",
};

/** The option's title: the place's own name for the option, if the place has one. */
export const titleOf = ({ name, kind }: ItemOption): string =>
  name ?? lookUpLabel(TITLES, kind) ?? "Another Option";

/** Headings of the groups, in their order on the page. */
export const GROUPS: Record<OptionFit, string> = {
  fits: "Available to You",
  ask_first: "These May Apply to You",
  passed: "The Deadline Has Passed",
};

/** Labels of a card's lines, in their order. */
export const TOPICS: Record<OptionTopic, string> = {
  meaning: "What it is",
  deadline: "Deadline",
  cost_now: "Cost now",
  cost_total: "Total cost",
  points: "Points",
  gives_up: "You give up",
  duration: "How long it takes",
  who: "Who qualifies",
  outcome: "What happens next",
  next_step: "How to start",
};

/** Questions that drivers have about each option. A card without an answer says where to ask. */
const QUESTIONS: Partial<Record<OptionTopic, string>> = {
  deadline: "the deadline",
  cost_now: "the cost",
  points: "points",
  gives_up: "what you give up",
  duration: "how long it takes",
};

/** Names the questions that an option's card leaves open; null if it answers all of them. */
export function describeOpenQuestions(
  answered: ReadonlySet<OptionTopic>,
  option: OptionKind,
  kind: ItemKind,
): string | null {
  const isAnswered = (topic: OptionTopic) =>
    answered.has(topic) ||
    // The total includes the cost now. Only traffic tickets have points.
    (topic === "cost_now" && answered.has("cost_total")) ||
    (topic === "points" && kind !== "ticket");
  const noun = kind === "toll" ? "toll" : "ticket";
  const stillDispute = `whether you could still dispute the ${noun} afterward`;
  const questions = option === "pay" ? { ...QUESTIONS, gives_up: stillDispute } : QUESTIONS;
  const open = Object.entries(questions).flatMap(([topic, text]) =>
    isAnswered(topic as OptionTopic) ? [] : [text],
  );
  if (open.length === 0) return null;
  const list = new Intl.ListFormat("en-US").format(open);
  const asked = kind === "ticket" ? "the court" : "the agency";
  const request = `${asked} ${open[0] === stillDispute ? "" : "about "}${list}.`;
  return open.includes(stillDispute) ? `Before you pay, ask ${request}` : `Ask ${request}`;
}
