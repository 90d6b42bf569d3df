import { MAX_OFFSET } from "./data/listState";
import type { DeskList } from "./data/useDeskList";
import { Pages } from "./Pages";

export function Pager<T>({ list, label }: { list: DeskList<T>; label: string }) {
  const { page } = list.state;
  const total = list.total ?? 0;
  const first = (page - 1) * list.pageSize + 1;
  const last = first + list.rows.length - 1;
  return (
    <Pages
      label={label.toLowerCase()}
      {...{ page, first, last, total }}
      hasMore={last < total && last < MAX_OFFSET}
      note={
        <>
          {list.isTotalLowerBound && " or more"}
          {last >= MAX_OFFSET && last < total && ". Search or filter to see the rest"}
        </>
      }
      onPage={(page) => list.set({ page })}
    />
  );
}
