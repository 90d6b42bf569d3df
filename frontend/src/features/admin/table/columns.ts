import type { ReactNode } from "react";

/** A column of a list, and its place on a card where there is no room for a table. */
export type Column<T> = {
  id: string;
  title: string;
  cell: (row: T) => ReactNode;
  /** Numbers stand at the right. */
  align?: "end";
  /** The server's name for sorting by it. */
  sort?: string;
  /** On a card: its headline, its row of buttons, or nothing; otherwise a line of its own. */
  card?: "title" | "actions" | "hidden";
  /** May be as wide as the table allows, with its text on two lines at the most. */
  wide?: boolean;
  /** Breaks between words where there is little room, but stays at least so many rem wide. */
  wraps?: number;
  /** Stays in view, at the right, while the table is moved sideways. */
  pinned?: boolean;
};
