import type { ReactNode } from "react";
import { Skeleton } from "@/ui/feedback/Skeleton";
import css from "./Facts.module.css";

export type Fact = { name: string; value: ReactNode };

/** Rows of names and values. While loading, shows gray placeholders of the same height. */
export function Facts({ facts, loading }: { facts: readonly Fact[]; loading?: boolean }) {
  return (
    <dl className={css.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={css.fact}>
          <dt className={css.name}>{name}</dt>
          <dd className={css.value}>
            {loading ? <Skeleton width="7rem" height="1.1rem" /> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
