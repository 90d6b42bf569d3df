import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { FocusKeeper } from "@/ui/FocusKeeper";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import shapes from "@/ui/layout/shapes.module.css";
import css from "./TableFrame.module.css";

type Props = {
  /** Label while the rows are loading, such as "Loading lawyers". */
  loading: string | false;
  children: ReactNode;
};

/** The surface of a table without paging. Shows a skeleton while the rows are loading. */
export const TableFrame = ({ loading, children }: Props) => (
  <FocusKeeper className={cx(shapes.surface, css.frame)}>
    {loading ? (
      <Loading label={loading}>
        <div className={css.bones}>
          <Skeleton height="1.25rem" />
          <Skeleton height="1.25rem" />
          <Skeleton height="1.25rem" />
        </div>
      </Loading>
    ) : (
      children
    )}
  </FocusKeeper>
);
