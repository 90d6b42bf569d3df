import type { ReactNode } from "react";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/feedback/Skeleton";
import shapes from "@/ui/layout/shapes.module.css";
import css from "./Figures.module.css";

export type Figure = {
  name: string;
  /** Undefined while it is not known. */
  value: ReactNode | undefined;
  /** A short word below the number. */
  note?: ReactNode;
};

type Props = {
  of: readonly Figure[];
  label: string;
  /** They could not be read: asks again. */
  onRetry?: (() => void) | null;
};

/** A page's summary cards: small, because the table is what people come for. */
export function Figures({ of, label, onRetry }: Props) {
  if (onRetry)
    return (
      <p className={css.failed} role="alert">
        The totals didn’t load.
        <Button variant="secondary" compact onClick={onRetry}>
          Load totals
        </Button>
      </p>
    );
  return (
    <section aria-label={label}>
      <dl className={css.figures}>
        {of.map(({ name, value, note }) => (
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
