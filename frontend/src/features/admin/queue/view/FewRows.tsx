import { RowAction } from "../../table/cells/RowAction";
import type { DeskList } from "../../table/data/useDeskList";
import type { FirstRows } from "../../table/data/useFirstRows";
import type { Declaration, Row } from "../declaration";
import { count } from "../words";
import { Box } from "./Box";

type Props<T extends Row, Sums> = {
  declaration: Declaration<T, Sums>;
  box: NonNullable<Declaration<T>["box"]>;
  few: FirstRows<T>["few"];
  list: DeskList<T>;
};

/** The box on a list's page: the records that need a response, with a link to all of them, or the newest records. */
export function FewRows<T extends Row, Sums>({ declaration, box, few, list }: Props<T, Sums>) {
  const { waiting, empty = `No ${(declaration.label ?? declaration.title).toLowerCase()} found.` } =
    box;
  const hasMore = few && few.total > few.rows.length;
  return (
    <Box
      {...box}
      rows={few?.rows}
      idOf={({ id }) => id}
      empty={empty}
      aside={
        waiting &&
        hasMore && (
          <RowAction onClick={() => list.set({ filters: waiting })}>
            Show all {count(few.total)} pending
          </RowAction>
        )
      }
    />
  );
}
