import { useMemo, useState } from "react";
import { useSearchParams } from "@/lib/router";
import type { Column } from "../columns";
import { useWide } from "../useWide";
import { usePreference } from "./preferences";

/** URL parameter with the columns of a shared view. */
export const COLUMNS = "columns";
/** Minimum width of a column, in pixels. */
export const MIN_WIDTH = 56;
/** Maximum width of a column, in pixels. */
export const MAX_WIDTH = 640;

/** The user's settings for a list: visible columns (null for the default) and widths in pixels. */
type ColumnSettings = { shown: readonly string[] | null; widths: Readonly<Record<string, number>> };

const DEFAULT_SETTINGS: ColumnSettings = { shown: null, widths: {} };

/** Whether a stored value has the form of column settings. */
function isColumnSettings(value: unknown): value is ColumnSettings {
  if (typeof value !== "object" || value === null) return false;
  const { shown, widths } = value as Partial<ColumnSettings>;
  const isTextList = (list: unknown) =>
    Array.isArray(list) && list.every((one) => typeof one === "string");
  const isNumberRecord = (value: unknown) =>
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((one) => typeof one === "number");
  return (shown === null || isTextList(shown)) && isNumberRecord(widths);
}

/** Column widths in pixels, and how to change them. */
export type ColumnWidths = {
  widths: Readonly<Record<string, number>>;
  set: (id: string, width: number | null) => void;
  /** Whether the column edges can be focused by keyboard. */
  areFocusable: boolean;
  toggleKeyboard: () => void;
};

export type ColumnLayout<T> = {
  /** The visible columns. Cards show all columns. */
  columns: readonly Column<T>[];
  /** All columns. The first is always visible, because it opens the record. */
  all: readonly Column<T>[];
  widths: ColumnWidths;
  isShown: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Ids of the visible columns, if they differ from the default. */
  changedIds: readonly string[] | null;
  /** Restores the default; null if nothing has been changed. */
  reset: (() => void) | null;
};

/** The user's columns and widths. Columns in the URL take precedence, so that a view can be shared. */
export function useColumnLayout<T>(list: string, all: readonly Column<T>[]): ColumnLayout<T> {
  const [query, setQuery] = useSearchParams();
  const [chosen, choose] = usePreference(`columns.${list}`, DEFAULT_SETTINGS, isColumnSettings);
  const [areFocusable, setFocusable] = useState(false);
  const columnsInAddress = query.get(COLUMNS);
  const ids = useMemo(
    () => shownIds(all, columnsInAddress === null ? chosen.shown : columnsInAddress.split(",")),
    [all, columnsInAddress, chosen.shown],
  );
  const wide = useWide();
  const columns = useMemo(
    () => (wide ? all.filter(({ id }) => ids.has(id)) : all),
    [all, ids, wide],
  );
  const storeSettings = (next: ColumnSettings) =>
    choose(next === DEFAULT_SETTINGS ? undefined : next);
  const dropColumnsFromUrl = () =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(COLUMNS);
        return next;
      },
      { replace: true },
    );
  const isDefault =
    columnsInAddress === null && chosen.shown === null && Object.keys(chosen.widths).length === 0;
  return {
    columns,
    all,
    widths: {
      widths: chosen.widths,
      areFocusable,
      toggleKeyboard: () => setFocusable(!areFocusable),
      set(id, width) {
        const { [id]: _, ...others } = chosen.widths;
        const bound =
          width === null ? null : Math.min(Math.max(Math.round(width), MIN_WIDTH), MAX_WIDTH);
        storeSettings({ ...chosen, widths: bound === null ? others : { ...others, [id]: bound } });
      },
    },
    changedIds:
      columnsInAddress === null && chosen.shown === null ? null : columns.map(({ id }) => id),
    isShown: (id) => ids.has(id),
    toggle(id) {
      const next = all.filter((column) => (column.id === id ? !ids.has(id) : ids.has(column.id)));
      storeSettings({ ...chosen, shown: next.map((column) => column.id) });
      if (columnsInAddress !== null) dropColumnsFromUrl();
    },
    reset: isDefault
      ? null
      : () => {
          storeSettings(DEFAULT_SETTINGS);
          if (columnsInAddress !== null) dropColumnsFromUrl();
        },
  };
}

/** Returns the ids of the visible columns: the chosen ones or all, and always the first. */
export function shownIds<T>(
  all: readonly Column<T>[],
  chosen: readonly string[] | null,
): ReadonlySet<string> {
  const shown = all.filter(({ id }, at) => at === 0 || chosen === null || chosen.includes(id));
  return new Set(shown.map(({ id }) => id));
}
