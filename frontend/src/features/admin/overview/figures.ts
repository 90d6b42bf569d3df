import type { Overview } from "@/api/types";
import { formatCents } from "@/lib/money";

export type OverviewData = Overview;

/** Colors of the series. Each color is shown with a label or a number, for users who can't distinguish colors. */
export type Tone = "blue" | "green" | "amber" | "red";
export const COLORS: Record<Tone, string> = {
  blue: "var(--link)",
  green: "var(--green)",
  amber: "var(--amber)",
  red: "var(--red)",
};

export type Series = { key: string; label: string; tone: Tone };
/**
 * A row or day of a chart: its name, a value for each series in order, and an amount to show in
 * its details (`note`).
 */
export type Row = { name: string; values: readonly number[]; note?: string; to?: string };

export const formatDollars = (cents: number): string => formatCents(cents);

const SHORT = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** Formats 2026-11-21 as "Nov 21". */
export const formatShortDay = (day: string): string => SHORT.format(new Date(`${day}T00:00:00Z`));

/**
 * Returns the labeled values of a row, followed by their total if there are several series, and
 * by the row's amount if it has one.
 */
export function labeledValues(
  { values, note }: Row,
  series: readonly Series[],
  format: (value: number) => string,
): { label: string; value: string; tone?: Tone }[] {
  const parts = series.map(({ label, tone }, at) => ({
    label,
    tone,
    value: format(values[at] ?? 0),
  }));
  const sum = values.reduce((all, value) => all + value, 0);
  return [
    ...parts,
    ...(series.length > 1 ? [{ label: "Total", value: format(sum) }] : []),
    ...(note ? [{ label: "Amount", value: note }] : []),
  ];
}
