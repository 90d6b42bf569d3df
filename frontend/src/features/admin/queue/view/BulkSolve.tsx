import { RowAction } from "../../table/cells/RowAction";

type Props<T> = {
  rows: readonly T[];
  clear: () => void;
  solve: (rows: readonly T[], solved: boolean) => unknown;
};

/** Button that solves the selected records that aren't solved yet. */
export function BulkSolve<T extends { isSolved?: boolean }>({ rows, clear, solve }: Props<T>) {
  const unsolvedRows = rows.filter((row) => !row.isSolved);
  return (
    <RowAction
      disabled={unsolvedRows.length === 0}
      onClick={() => {
        clear();
        void solve(unsolvedRows, true);
      }}
    >
      Mark {unsolvedRows.length} solved
    </RowAction>
  );
}
