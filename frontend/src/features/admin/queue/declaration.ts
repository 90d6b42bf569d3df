import type { ComponentType, ReactNode } from "react";
import type { ListCall, SumsCall } from "@/api/listed";
import type { AuditSubject, Queue } from "@/api/types";
import type { Tone } from "@/ui/feedback/Chip";
import type { ToastOptions } from "@/ui/overlays/toast";
import type { Driven } from "../desk/driver";
import type { Figure } from "../desk/Figures";
import type { Column } from "../table/columns";
import type { FilterSpec } from "../table/tools/ListTools";

export type Row = { id: number; isSolved?: boolean };

export type Fact = { name: string; value: ReactNode; wide?: boolean };

/** A change of one record: shown at once, taken back when the server refuses it. */
export type RowChange<T> = {
  shown: Partial<T>;
  send: (row: T) => Promise<unknown>;
  done: ToastOptions;
  refused: string;
};

/** The statuses that a record may have. */
export type StatusOf<T> = T extends { status: infer S extends string } ? S : never;

/** What a page's own dialog is about. */
export type Asked<T> = { dialog: string; rows: readonly T[] };

/**
 * A list of the back office: what its page shows, and what staff do there. QueuePage makes the page of it; a new list
 * needs a declaration like this, and its line in `pages.tsx`.
 */
export type Declaration<T extends Row, Sums = undefined> = {
  title: string;
  /** Names the table and its search, where the title is another. */
  label?: string;
  call: ListCall<T>;
  sums?: SumsCall<Sums>;
  /** The numbers above the list, over all of it or over what the filters let through. */
  figures?: (sums: Sums | undefined) => readonly Figure[];
  areFiguresFiltered?: boolean;
  filters: readonly FilterSpec[];
  /** What the search looks at: its placeholder, or more where it is no search of texts. */
  search?: string | { label: string; placeholder: string };
  /** The name of the list's file, or its address. */
  file?: string | ((filter: Record<string, string>) => string);
  columns: readonly Column<T>[];
  /** Cells below the columns, from the sums of what is filtered. */
  footer?: (shown: Sums | undefined) => Readonly<Record<string, ReactNode>>;
  /** A row that nobody has looked at. */
  isFresh?: (row: T) => boolean;
  /** Said of an empty list, where "No … found." is not enough. */
  empty?: string;
  emptyHint?: string;
  noMatch?: string;
  /** What a record is called, for screen readers: "hire 12". */
  nameOf?: (row: T) => string;
  /** Makes it a queue: its records are solved. */
  solving?: {
    queue: Queue;
    /** What a record is called in toasts, such as "Report". */
    noun: string;
    /** Solving cannot be taken back whole. */
    isFinal?: boolean;
    /** The dialog that asks before these are solved, if one should. */
    asksFirst?: (rows: readonly T[]) => string | null;
  };
  /** The status that staff set. */
  status?: {
    tones: Readonly<Record<StatusOf<T>, Tone>>;
    change: (row: T, status: StatusOf<T>) => RowChange<T>;
  };
  /** A few records in a box: those that wait for somebody above the list, or the newest below it. */
  box?: {
    title: string;
    /** Only such, with a way to all of them. */
    waiting?: Record<string, string>;
    line: (row: T) => ReactNode;
    detail: (row: T) => ReactNode;
    actions?: (row: T) => ReactNode;
    empty?: string;
  };
  /** What opens beside the list. */
  record?: {
    title: (row: T) => string;
    /** What can be done with it, above its facts. */
    actions?: (row: T) => ReactNode;
    /** What people open it for, before its facts. */
    lead?: (row: T) => ReactNode;
    facts: (row: T) => readonly Fact[];
    rest?: (row: T) => ReactNode;
    footer?: (row: T) => ReactNode;
    driver?: (row: T) => Driven;
    /** Has room for two columns. */
    wide?: boolean;
    /** How the audit trail calls such a record. */
    subject?: AuditSubject;
  };
  /** The page's own dialogs; they load late. */
  Dialogs?: ComponentType<{ asked: Asked<T> | null; close: () => void }>;
};
