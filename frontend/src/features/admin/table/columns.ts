import type { ReactNode } from "react";

/** A column of a list, and its place on a card on narrow screens. */
export type Column<T> = {
  id: string;
  title: string;
  cell: (row: T) => ReactNode;
  /** Aligns the cells to the right, for numbers. */
  align?: "end";
  /** Name under which the server sorts by this column. */
  sort?: string;
  /** Place on a card: headline, row of buttons, or hidden. By default it gets its own line. */
  card?: "title" | "actions" | "hidden";
  /** Gives the column the remaining width, with text on at most two lines. */
  wide?: boolean;
  /** Lets the text wrap between words if space is tight. The value is the column's minimum width, in rem. */
  wraps?: number;
  /** Keeps the column visible on the right when the table scrolls sideways. */
  pinned?: boolean;
};
