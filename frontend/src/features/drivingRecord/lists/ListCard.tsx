import { FailureNotice } from "@/parts/FailureNotice";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Card } from "@/ui/layout/Card";
import css from "./Lists.module.css";

type List = { error: unknown; isValidating: boolean; mutate: () => Promise<unknown> };
type Props = {
  title: string;
  list: List;
  /** Number of placeholder rows while loading. */
  rows: number;
};

/** Card for a list that is loading or has failed. */
export function ListCard({ title, list, rows }: Props) {
  return (
    <Card title={title} flush>
      {list.error ? (
        <FailureNotice {...list} />
      ) : (
        <Loading label={`Loading ${title.toLowerCase()}`}>
          {["a", "b", "c"].slice(0, rows).map((row) => (
            <div key={row} className={css.waiting}>
              <Skeleton width="60%" height="1.5rem" />
              <Skeleton width="40%" />
              <Skeleton width="6rem" height="1.6rem" />
              <Skeleton height="2.75rem" />
            </div>
          ))}
        </Loading>
      )}
    </Card>
  );
}
