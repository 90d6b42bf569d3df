import { useState } from "react";
import type { Standing } from "@/api/types";
import { centsOf, formatCents } from "@/lib/money";
import { useSearchParams } from "@/lib/router";

/** Rows per section of a driver's page. Small, because there are nine sections. */
export const SHOWN = 10;

/** Last page that the server allows. */
const LAST = 1000;

type Closable = { isPaid: boolean; standing?: Standing };

/** Standings at which nothing is owed although it wasn't paid here. */
const SETTLED: ReadonlySet<string> = new Set(["settled_with_city", "dismissed"]);

/** Whether something is still owed. */
const isOpen = ({ isPaid, standing = "due" }: Closable) => !isPaid && !SETTLED.has(standing);

/** Moves open items before paid and settled ones; otherwise the order stays. */
export const openFirst = <T extends Closable>(items: readonly T[]): T[] => [
  ...items.filter(isOpen),
  ...items.filter((item) => !isOpen(item)),
];

export type Slice<T> = { rows: readonly T[]; page: number; total: number };

/** Returns one page of the items. For a page number past the end, returns the last page. */
export function sliceOf<T>(items: readonly T[], page: number): Slice<T> {
  const last = Math.max(Math.ceil(items.length / SHOWN), 1);
  const at = Math.min(Math.max(page, 1), last);
  return { rows: items.slice((at - 1) * SHOWN, at * SHOWN), page: at, total: items.length };
}

const count = (n: number) => n.toLocaleString("en-US");

/** Text with the total and the number of open records. */
export const countText = (total: number, open: number): string =>
  total === 0 ? "None" : open === 0 ? count(total) : `${count(total)} · ${count(open)} open`;

type OwedItem = Closable & { fine: string; isEstimated: boolean };

/** Like `countText`, plus the amount owed for open items. */
export function owedText(items: readonly OwedItem[]): string {
  const open = items.filter(isOpen);
  const summary = countText(items.length, open.length);
  if (open.length === 0) return summary;
  const cents = open.reduce((sum, { fine }) => sum + centsOf(fine), 0);
  const guessed = open.some(({ isEstimated }) => isEstimated) ? ", partly estimated" : "";
  return `${summary} · ${formatCents(cents)}${guessed}`;
}

/** The current page of a section, and a setter. */
export type Paging = readonly [page: number, setPage: (page: number) => void];

/** The page is in the URL, so that a link or Back opens the same page. */
export function usePageInAddress(name: string): Paging {
  const [query, setQuery] = useSearchParams();
  const page = Number(query.get(name));
  return [
    Number.isInteger(page) && page > 0 && page <= LAST ? page : 1,
    (to) =>
      setQuery((before) => {
        const next = new URLSearchParams(before);
        if (to === 1) next.delete(name);
        else next.set(name, String(to));
        return next;
      }),
  ];
}

/** Keeps the page number in memory, because the URL's page number belongs to the list beside this section. */
export const usePage = (): Paging => useState(1);
