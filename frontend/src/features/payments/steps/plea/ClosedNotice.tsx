import { useState } from "react";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { describeRemainingCourt } from "@/parts/drivingRecord/court/remainingCourt";
import { buttonClass } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Alert } from "@/ui/feedback/Alert";
import shapes from "@/ui/layout/shapes.module.css";
import css from "./PleaStep.module.css";
import type { PayItem } from "../useItem";

type Props = Pick<PayItem, "appearance"> & { title: string; children: string };

/** Says why nothing can be paid for a ticket now, and whether the driver must still appear in court. */
export function ClosedNotice({ title, appearance, children }: Props) {
  const [now] = useState(() => new Date());
  return (
    <section className={cx(shapes.surface, css.card)}>
      <Alert tone="info" title={title}>
        {children}
      </Alert>
      {appearance && <p className={css.warning}>{describeRemainingCourt(appearance, now)}</p>}
      <Link className={buttonClass({ block: true })} to={paths.profile()}>
        Back to your driving profile
      </Link>
    </section>
  );
}
