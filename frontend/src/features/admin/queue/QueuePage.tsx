import { useDeskList } from "../table/data/useDeskList";
import type { Declaration, Row } from "./declaration";
import { QueueBody } from "./QueueBody";
import { QueueDesk } from "./view/QueueDesk";

type Props<T extends Row, Sums> = { declaration: Declaration<T, Sums> };

/** The page of a back-office list, built from its declaration. */
export function QueuePage<T extends Row, Sums = undefined>({ declaration }: Props<T, Sums>) {
  return (
    <QueueDesk title={declaration.title}>
      <StaffQueue declaration={declaration} />
    </QueueDesk>
  );
}

function StaffQueue<T extends Row, Sums>({ declaration }: Props<T, Sums>) {
  const list = useDeskList<T>({
    call: declaration.call,
    filters: declaration.filters.map(({ name }) => name),
  });
  return <QueueBody declaration={declaration} list={list} />;
}
