import { Pages } from "../../table/Pages";
import { SHOWN, type Slice } from "./paged";

type Props = { label: string; slice: Slice<unknown>; onPage: (page: number) => void };

/** Pagination for a section. Renders nothing if everything fits on one page. */
export function SlicePages({ label, slice: { rows, page, total }, onPage }: Props) {
  if (total <= SHOWN) return null;
  const first = (page - 1) * SHOWN + 1;
  const last = first + rows.length - 1;
  return <Pages {...{ label, page, first, last, total, onPage }} hasMore={last < total} />;
}
