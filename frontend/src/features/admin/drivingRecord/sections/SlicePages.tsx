import { Pages } from "../../table/Pages";
import { ROWS_PER_PAGE, type RecordPage } from "./paged";

type Props = { label: string; slice: RecordPage<unknown>; onPage: (page: number) => void };

/** Pagination for a section. Renders nothing if everything fits on one page. */
export function SlicePages({ label, slice: { rows, page, total }, onPage }: Props) {
  if (total <= ROWS_PER_PAGE) return null;
  const first = (page - 1) * ROWS_PER_PAGE + 1;
  const last = first + rows.length - 1;
  return <Pages {...{ label, page, first, last, total, onPage }} hasMore={last < total} />;
}
