import type { ReactNode } from "react";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/feedback/Skeleton";
import shapes from "@/ui/layout/shapes.module.css";
import css from "./Figures.module.css";

export type Figure = {
  name: string;
  /** The figure; undefined while loading. */
  value: ReactNode | undefined;
  /** A short text below the number. */
  note?: ReactNode;
};

type Props = {
  figures: readonly Figure[];
  label: string;
  /** Reads the figures again when staff click the retry button. Set only if the figures failed to load. */
  onRetry?: (() => void) | null;
};

/** The totals above a page's table, as small cards. */
export function Figures({ figures, label, onRetry }: Props) {
  if (onRetry)
    return (
      <p className={css.failed} role="alert">
        We couldn’t load the totals.
        <Button variant="secondary" compact onClick={onRetry}>
          Load totals
        </Button>
      </p>
    );
  return (
    <section aria-label={label}>
      <dl className={css.figures}>
        {figures.map(({ name, value, note }) => (
          <div key={name} className={cx(shapes.surface, css.figure)}>
            <dt className={css.name}>{name}</dt>
            <dd className={css.value}>
              {value === undefined ? <Skeleton width="4rem" /> : value}
              {note && <span className={css.note}>{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
