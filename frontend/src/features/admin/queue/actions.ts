import { createContext, use } from "react";
import type { Declaration, Row, RowChange } from "./declaration";
import type { Change } from "./useChanges";

/** What can be done with a queue's records, for its cells, drawer and dialogs. */
export type Actions<T extends Row> = {
  of: Pick<Declaration<T>, "nameOf" | "status">;
  /** Asks first where solving is final. */
  solve: (rows: readonly T[], solved: boolean) => void;
  /** Solves without asking. */
  solveNow: (rows: readonly T[], solved: boolean) => void;
  apply: (row: T, change: RowChange<T>) => Promise<void>;
  change: Change<T>;
  /** Opens a dialog of the page's own. */
  ask: (dialog: string, rows: readonly T[]) => void;
  /** Why the last change was refused; a toast is not read out behind a drawer. */
  failure: string | null;
};

export const ActionsContext = createContext<unknown>(null);

/** Only below a QueuePage of these records. */
export const useActions = <T extends Row>() => use(ActionsContext) as Actions<T>;
