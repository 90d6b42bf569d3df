import { useState } from "react";
import type { Standing } from "@/api/types";
import { formatCount } from "@/lib/labels";
import { centsOf, describeEstimate, formatCents } from "@/lib/money";
import { useSearchParams } from "@/lib/router";
import { isUnpaid } from "@/parts/drivingRecord/standing";

/** Rows per section of a driver's page. Small, because the page has many sections. */
export const ROWS_PER_PAGE = 10;

/** The last page number that the server accepts. */
const MAX_PAGE = 1000;

type PayableItem = { standing: Standing };

const isOpen = ({ standing }: PayableItem) => isUnpaid(standing);

/** Moves open items, which are unpaid, before all others. Within each group, the order stays the same. */
export const sortOpenFirst = <T extends PayableItem>(items: readonly T[]): T[] => [
  ...items.filter(isOpen),
  ...items.filter((item) => !isOpen(item)),
];

export type RecordPage<T> = { rows: readonly T[]; page: number; total: number };

/** Returns one page of the items. For a page number past the end, returns the last page. */
export function pageOf<T>(items: readonly T[], page: number): RecordPage<T> {
  const last = Math.max(Math.ceil(items.length / ROWS_PER_PAGE), 1);
  const number = Math.min(Math.max(page, 1), last);
  return {
    rows: items.slice((number - 1) * ROWS_PER_PAGE, number * ROWS_PER_PAGE),
    page: number,
    total: items.length,
  };
}

/**
 * Returns the total and the number of open records as text, such as "3 tolls · 2 open". `noun` is the singular of the
 * word for the records; without it, the text says "3 · 2 open".
 */
export function formatCounts(total: number, open: number, noun?: string): string {
  if (total === 0) return "None";
  const counted = noun
    ? `${formatCount(total)} ${noun}${total === 1 ? "" : "s"}`
    : formatCount(total);
  return open === 0 ? counted : `${counted} · ${formatCount(open)} open`;
}

type OwedItem = PayableItem & { fine: string; isEstimated: boolean };

/**
 * Returns a text with the number of items, the number of open items, and the amount owed for the open items. Items that
 * staff haven't confirmed are open, but they count in no sum.
 */
export function summarizeOwed(items: readonly OwedItem[], noun: string): string {
  const open = items.filter(isOpen);
  const owed = open.filter(({ standing }) => standing !== "being_checked");
  const summary = formatCounts(items.length, open.length, noun);
  if (owed.length === 0) return summary;
  const cents = owed.reduce((sum, { fine }) => sum + centsOf(fine), 0);
  return `${summary} · ${formatCents(cents)} owed${describeEstimate(owed)}`;
}

/** The current page number of a section, and a setter. */
export type Paging = readonly [page: number, setPage: (page: number) => void];

/**
 * Keeps the page number in the URL, in the parameter `name`, so that a link or Back opens the same
 * page.
 */
export function usePageInAddress(name: string): Paging {
  const [query, setQuery] = useSearchParams();
  const page = Number(query.get(name));
  return [
    Number.isInteger(page) && page > 0 && page <= MAX_PAGE ? page : 1,
    (to) =>
      setQuery((before) => {
        const next = new URLSearchParams(before);
        if (to === 1) next.delete(name);
        else next.set(name, String(to));
        return next;
      }),
  ];
}

/** Keeps the page number in memory, because the page number in the URL belongs to the list beside this section. */
export const usePage = (): Paging => useState(1);
