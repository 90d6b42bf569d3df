import { useDeskList } from "../table/data/useDeskList";
import type { Declaration, Row } from "./declaration";
import { QueueBody } from "./QueueBody";
import { QueueDesk } from "./view/QueueDesk";

type Props<T extends Row, Sums> = { of: Declaration<T, Sums> };

/** The page of a back-office list, built from its declaration. */
export function QueuePage<T extends Row, Sums = undefined>({ of }: Props<T, Sums>) {
  return (
    <QueueDesk title={of.title}>
      <Queue of={of} />
    </QueueDesk>
  );
}

function Queue<T extends Row, Sums>({ of }: Props<T, Sums>) {
  const list = useDeskList<T>({ call: of.call, filters: of.filters.map(({ name }) => name) });
  return <QueueBody declaration={of} list={list} />;
}
