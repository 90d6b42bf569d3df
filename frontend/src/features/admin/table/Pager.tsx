import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@/ui/buttons/Button";
import { PAGE_SIZE, WINDOW } from "./data/listState";
import css from "./Pager.module.css";
import type { DeskList } from "./data/useDeskList";
import { cx } from "@/ui/cx";
import shapes from "@/ui/layout/shapes.module.css";

/** Where one is in a list, and the way on. */
export function Pager<T>({ list, label }: { list: DeskList<T>; label: string }) {
  const { page } = list.state;
  const total = list.total ?? 0;
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = first + list.rows.length - 1;
  const more = last < total && last < WINDOW;
  const count = (n: number) => n.toLocaleString("en-US");
  return (
    <nav className={cx(shapes.spread, css.pager)} aria-label={`Pages of ${label.toLowerCase()}`}>
      <span className={css.where} role="status">
        {count(first)}–{count(last)} of {count(total)}
        {list.atLeast && " or more"}
        {last >= WINDOW && last < total && ". Search or filter to see the rest"}
      </span>
      <span className={css.buttons}>
        <Button
          variant="secondary"
          compact
          disabled={page === 1}
          icon={<ChevronLeft size={18} aria-hidden="true" />}
          onClick={() => list.set({ page: page - 1 })}
        >
          Previous
        </Button>
        <Button
          variant="secondary"
          compact
          disabled={!more}
          onClick={() => list.set({ page: page + 1 })}
        >
          Next
          <ChevronRight size={18} aria-hidden="true" />
        </Button>
      </span>
    </nav>
  );
}
