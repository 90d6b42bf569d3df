import { useState } from "react";
import type { Standing } from "@/api/types";
import { centsOf, formatCents } from "@/lib/money";
import { useSearchParams } from "@/lib/router";

/** Rows of a section of a driver's page: with nine sections, a screen of each. */
export const SHOWN = 10;

/** The server leafs no deeper. */
const LAST = 1000;

type Closable = { isPaid: boolean; standing?: Standing };

/** Something is owed for it. */
const isOpen = ({ isPaid, standing }: Closable) => !isPaid && standing !== "settled_with_city";

/** What is owed comes before what is paid or settled; otherwise the order stays. */
export const openFirst = <T extends Closable>(items: readonly T[]): T[] => [
  ...items.filter(isOpen),
  ...items.filter((item) => !isOpen(item)),
];

export type Slice<T> = { rows: readonly T[]; page: number; total: number };

/** One page of what is there; past the end, its last one. */
export function sliceOf<T>(items: readonly T[], page: number): Slice<T> {
  const last = Math.max(Math.ceil(items.length / SHOWN), 1);
  const at = Math.min(Math.max(page, 1), last);
  return { rows: items.slice((at - 1) * SHOWN, at * SHOWN), page: at, total: items.length };
}

const count = (n: number) => n.toLocaleString("en-US");

/** How many there are, and how many of them wait. */
export const toldOf = (total: number, open: number): string =>
  total === 0 ? "None" : open === 0 ? count(total) : `${count(total)} · ${count(open)} open`;

type Owed = Closable & { fine: string; isEstimated: boolean };

/** The same of items, with what is owed for those that are open. */
export function owedOf(items: readonly Owed[]): string {
  const open = items.filter(isOpen);
  const told = toldOf(items.length, open.length);
  if (open.length === 0) return told;
  const cents = open.reduce((sum, { fine }) => sum + centsOf(fine), 0);
  const guessed = open.some(({ isEstimated }) => isEstimated) ? ", partly estimated" : "";
  return `${told} · ${formatCents(cents)}${guessed}`;
}

/** Which page of a section is shown, and the way to another. */
export type Paging = readonly [page: number, setPage: (page: number) => void];

/** In the address, so that a link or Back finds the same page. */
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

/** Where the address tells of the list beside it. */
export const usePage = (): Paging => useState(1);
