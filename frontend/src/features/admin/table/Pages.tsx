import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { formatCount } from "@/lib/labels";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import shapes from "@/ui/layout/shapes.module.css";
import css from "./Pager.module.css";

type Props = {
  /** Noun for the rows, as in "Pages of tickets". */
  label: string;
  /** Page number, from 1. */
  page: number;
  /** Position of the first row shown, from 1. */
  first: number;
  /** Position of the last row shown. */
  last: number;
  /** Total number of rows. */
  total: number;
  hasMore: boolean;
  /** Text shown after the numbers. */
  note?: ReactNode;
  onPage: (page: number) => void;
};

/** Position in a paged list, with buttons. At either end the button stays focusable, so the focus isn't lost. */
export function Pages({ label, page, first, last, total, hasMore, note, onPage }: Props) {
  return (
    <nav className={cx(shapes.spread, css.pager)} aria-label={`Pages of ${label}`}>
      <span className={css.where} role="status">
        {formatCount(first)}–{formatCount(last)} of {formatCount(total)}
        {note}
      </span>
      <span className={css.buttons}>
        <Button
          variant="secondary"
          compact
          aria-disabled={page === 1}
          icon={<ChevronLeft size={18} aria-hidden="true" />}
          onClick={() => onPage(page - 1)}
        >
          Previous
        </Button>
        <Button
          variant="secondary"
          compact
          aria-disabled={!hasMore}
          onClick={() => onPage(page + 1)}
        >
          Next
          <ChevronRight size={18} aria-hidden="true" />
        </Button>
      </span>
    </nav>
  );
}
