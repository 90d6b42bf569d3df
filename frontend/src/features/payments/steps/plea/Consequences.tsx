import { useState } from "react";
import { describeRemainingCourt } from "@/parts/drivingRecord/court/remainingCourt";
import { cx } from "@/ui/cx";
import shapes from "@/ui/layout/shapes.module.css";
import { SendDeadline } from "../../SendDeadline";
import css from "./PleaStep.module.css";
import type { PayItem } from "../useItem";

/** Warnings about paying a ticket, besides the one about the plea. */
export function Consequences({ item }: { item: PayItem }) {
  const [now] = useState(() => new Date());
  const court = item.appearance && describeRemainingCourt(item.appearance, now);
  return (
    <section className={cx(shapes.surface, css.consequences)} aria-label="If you pay">
      {court && <p className={css.warning}>{court}</p>}
      {item.isDisputed && (
        <p>You’re disputing this ticket. Pay it only if you no longer want to contest it.</p>
      )}
      {item.isEstimated && <p>This amount is an estimate. The court may set a different one.</p>}
      <SendDeadline item={item} />
    </section>
  );
}
