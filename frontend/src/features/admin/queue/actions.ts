import { createContext, use } from "react";
import type { Declaration, Row, RowChange } from "./declaration";
import type { Change } from "./useChanges";

/** Actions on a queue's records, which cells, drawer and dialogs can call. */
export type Actions<T extends Row> = {
  declaration: Pick<Declaration<T>, "nameOf" | "status">;
  /** Marks records solved or unsolved. Asks for confirmation if solving can't be undone. */
  requestSolve: (rows: readonly T[], solved: boolean) => void;
  /** Marks records solved or unsolved without confirmation. */
  solve: (rows: readonly T[], solved: boolean) => void;
  apply: (row: T, change: RowChange<T>) => Promise<void>;
  change: Change<T>;
  /** Opens one of the page's own dialogs. */
  openDialog: (dialog: string, rows: readonly T[]) => void;
  /**
   * Why the last change was refused; null if it wasn't. Shown in the drawer, because screen readers don't announce a
   * toast outside the drawer.
   */
  failure: string | null;
};

export const ActionsContext = createContext<unknown>(null);

/** Returns the actions of the surrounding QueueBody, which must have records of this type. */
export const useActions = <T extends Row>() => use(ActionsContext) as Actions<T>;
