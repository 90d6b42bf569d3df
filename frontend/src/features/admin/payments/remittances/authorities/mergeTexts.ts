import type { Authority, EqualCitation, ExistingCitation, MergePreview } from "@/api/types";
import { formatCount, foldForSearch, lookUpLabel } from "@/lib/labels";
import { AUTHORITY_KINDS, formatItem, formatPaymentCount } from "../remittanceTexts";

/** Maximum number of authorities that the search shows. */
const MAX_FOUND = 8;

/**
 * Returns the authorities that a search matches by any of their names, their county or
 * state; at most `MAX_FOUND`.
 */
export function findAuthorities(all: readonly Authority[], query: string): Authority[] {
  const words = foldForSearch(query).split(" ").filter(Boolean);
  const textOf = ({ name, alsoCalled, county, state }: Authority) =>
    foldForSearch([name, ...alsoCalled, county ?? "", state ?? ""].join(" "));
  return all.filter((one) => words.every((word) => textOf(one).includes(word))).slice(0, MAX_FOUND);
}

export const authorityOption = ({ id, name, kind, county, state }: Authority) => ({
  value: String(id),
  title: name,
  detail: [lookUpLabel(AUTHORITY_KINDS, kind) ?? kind, county, state].filter(Boolean).join(" · "),
});

/** Formats a number with its noun, such as "2 tickets"; null for zero. */
const countWithNoun = (number: number, singular: string, plural: string): string | null =>
  number === 0 ? null : `${formatCount(number)} ${number === 1 ? singular : plural}`;

/**
 * Returns the lines that tell staff what a merge moves to the remaining authority, such as "2 tolls". Kinds
 * without records are left out. `merged` is the deleted authority's name, under which sent remittances are still
 * shown.
 */
export function movedLines(preview: MergePreview, merged: string): string[] {
  const { after, preparedRemittances, sentRemittances, paymentsOwed } = preview;
  const prepared = countWithNoun(
    preparedRemittances,
    "prepared remittance",
    "prepared remittances",
  );
  const sent = countWithNoun(sentRemittances, "sent remittance", "sent remittances");
  return [
    countWithNoun(preview.tickets, "traffic ticket", "traffic tickets"),
    countWithNoun(preview.parkingTickets, "parking ticket", "parking tickets"),
    countWithNoun(preview.tolls, "toll", "tolls"),
    countWithNoun(
      preview.ticketsHeard,
      "ticket that this court hears",
      "tickets that this court hears",
    ),
    countWithNoun(
      preview.lawyers,
      "lawyer who takes cases of this court",
      "lawyers who take cases of this court",
    ),
    paymentsOwed > 0 && `${formatPaymentCount(paymentsOwed)} owed`,
    prepared && `${prepared}, to be sent to ${after.name}. Download the file again.`,
    sent && `${sent}, still shown as sent to ${merged}`,
    ...preview.sources.map((city) => `City data from ${city}`),
  ].filter((line): line is string => Boolean(line));
}

const nameOf = ({ type, itemId }: ExistingCitation) => formatItem({ type, itemId, label: null });

/** Returns the items that have equal citation numbers, each with the text of its link, such as "Toll 2". */
export const equalItems = ({ items }: EqualCitation) =>
  items.map((item) => ({
    key: `${item.type}-${item.itemId}`,
    user: item.userId,
    text: nameOf(item),
  }));
