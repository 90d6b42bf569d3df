import type { Overview } from "@/api/types";
import { formatCents } from "@/lib/money";

export type OverviewData = Overview;

/** The page's colors of series; a word or a number always goes with them. */
export type Tone = "blue" | "green" | "amber" | "red";
export const COLORS: Record<Tone, string> = {
  blue: "var(--link)",
  green: "var(--green)",
  amber: "var(--amber)",
  red: "var(--red)",
};

export type Series = { key: string; label: string; tone: Tone };
export type Row = { name: string; values: readonly number[]; note?: string; to?: string };

export const dollars = (cents: number): string => formatCents(cents);
export const count = (n: number): string => n.toLocaleString("en-US");

const SHORT = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** "Nov 21" of 2026-11-21. */
export const shortDay = (day: string): string => SHORT.format(new Date(`${day}T00:00:00Z`));
