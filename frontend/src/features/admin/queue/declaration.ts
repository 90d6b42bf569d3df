import type { ComponentType, ReactNode } from "react";
import type { ListCall, SumsCall } from "@/api/listCalls";
import type { AuditSubject, Queue } from "@/api/types";
import type { Tone } from "@/ui/feedback/Chip";
import type { ToastOptions } from "@/ui/overlays/toast";
import type { RecordOwner } from "../desk/driver";
import type { Figure } from "../desk/Figures";
import type { Column } from "../table/columns";
import type { FilterSpec } from "../table/tools/ListTools";

export type Row = { id: number; isSolved?: boolean };

export type Fact = { name: string; value: ReactNode; wide?: boolean };

/** A change to one record, shown immediately and reverted if the server refuses it. */
export type RowChange<T> = {
  patch: Partial<T>;
  send: (row: T) => Promise<unknown>;
  successToast: ToastOptions;
  failureText: string;
};

export type StatusOf<T> = T extends { status: infer S extends string } ? S : never;

/** An open dialog of the page, with the records it is about. */
export type OpenDialog<T> = { dialog: string; rows: readonly T[] };

/**
 * Declares a list of the back office: the contents of its page and the actions of staff. QueuePage builds the page from
 * it. A new list needs a declaration like this and its entry in `pages.tsx`.
 */
export type Declaration<T extends Row, Sums = undefined> = {
  title: string;
  /** Name of the table and its search, if it differs from the title. */
  label?: string;
  call: ListCall<T>;
  sums?: SumsCall<Sums>;
  /**
   * Totals above the list. The totals cover all records; with `areFiguresFiltered`, only the records that match the
   * filters.
   */
  figures?: (sums: Sums | undefined) => readonly Figure[];
  areFiguresFiltered?: boolean;
  filters: readonly FilterSpec[];
  /** Placeholder of the search, with a label if it isn't a text search. */
  search?: string | { label: string; placeholder: string };
  /** Name of the list in the export's URL, or a function that returns the whole URL. */
  file?: string | ((filter: Record<string, string>) => string);
  columns: readonly Column<T>[];
  /** Returns the footer's cells from the totals of the filtered records. */
  footer?: (shown: Sums | undefined) => Readonly<Record<string, ReactNode>>;
  /** Whether staff haven't seen the row's record yet. */
  isFresh?: (row: T) => boolean;
  /** Texts for an empty list, if the default "No … found." doesn't explain enough. */
  empty?: string;
  emptyHint?: string;
  noMatch?: string;
  /** Name of a record for screen readers, such as "hire 12". By default, the record's id. */
  nameOf?: (row: T) => string;
  /** If present, the list is a queue: its records can be solved. */
  solving?: {
    queue: Queue;
    /** Name of a record in toasts, such as "Report". */
    noun: string;
    /** Returns the time of the driver's request. Needed if the driver can replace the request with a newer one. */
    requestedAt?: (row: T) => string | null;
    /** True if solving a record can't be undone completely. */
    isFinal?: boolean;
    /** Returns the name of the dialog that asks for confirmation before these records are solved, or null. */
    confirmDialog?: (rows: readonly T[]) => string | null;
  };
  /** The statuses that staff can set, and how to save them. */
  status?: {
    tones: Readonly<Record<StatusOf<T>, Tone>>;
    change: (row: T, status: StatusOf<T>) => RowChange<T>;
    /** Returns the name of the dialog that asks a question before this status is set, or null. */
    confirmDialog?: (row: T, status: StatusOf<T>) => string | null;
  };
  /**
   * A box with a few records: records that need a response, shown above the list, or the newest
   * records, shown below it.
   */
  box?: {
    title: string;
    /**
     * Filter of the records in the box, also for the box's link to the list. Without a filter, the box shows the newest
     * records.
     */
    waiting?: Record<string, string>;
    line: (row: T) => ReactNode;
    detail: (row: T) => ReactNode;
    actions?: (row: T) => ReactNode;
    empty?: string;
  };
  /** Contents of the panel for the record that is open beside the list. */
  record?: {
    title: (row: T) => string;
    /** Actions of the record's panel, shown above the facts. */
    actions?: (row: T) => ReactNode;
    /** Main content of the record's panel, shown above the facts. */
    lead?: (row: T) => ReactNode;
    facts: (row: T) => readonly Fact[];
    belowFacts?: (row: T) => ReactNode;
    footer?: (row: T) => ReactNode;
    driver?: (row: T) => RecordOwner;
    /** Makes the record's panel wide enough for two columns. */
    wide?: boolean;
    /** Kind of the record in the audit trail, for the panel's history. */
    subject?: AuditSubject;
  };
  /** The page's own dialogs, which load on demand. */
  Dialogs?: ComponentType<{ openedDialog: OpenDialog<T> | null; close: () => void }>;
};
