import { formatCount } from "@/lib/labels";
import { RowAction } from "../../table/cells/RowAction";
import type { DeskList } from "../../table/data/useDeskList";
import type { FirstRows } from "../../table/data/useFirstRows";
import type { Declaration, Row } from "../declaration";
import { Box } from "./Box";

type Props<T extends Row, Sums> = {
  declaration: Declaration<T, Sums>;
  box: NonNullable<Declaration<T>["box"]>;
  firstRows: FirstRows<T>["firstRows"];
  list: DeskList<T>;
};

/**
 * A box with the first few records of a list. If `box` has the filter `waiting`, these are the records that need a
 * response, with a button that shows all of them. Otherwise, these are the newest records.
 */
export function FewRows<T extends Row, Sums>({
  declaration,
  box,
  firstRows,
  list,
}: Props<T, Sums>) {
  const { waiting, empty = `No ${(declaration.label ?? declaration.title).toLowerCase()} found.` } =
    box;
  const hasMore = firstRows && firstRows.total > firstRows.rows.length;
  return (
    <Box
      {...box}
      rows={firstRows?.rows}
      idOf={({ id }) => id}
      emptyText={empty}
      aside={
        waiting &&
        hasMore && (
          <RowAction onClick={() => list.set({ filters: waiting })}>
            Show all {formatCount(firstRows.total)} pending
          </RowAction>
        )
      }
    />
  );
}
