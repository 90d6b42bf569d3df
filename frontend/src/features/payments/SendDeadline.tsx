import { useState } from "react";
import { describeSending, sendDay, warnIfLate } from "@/parts/payments/sendDates";
import { Skeleton } from "@/ui/feedback/Skeleton";
import css from "./SendDeadline.module.css";

type Props = {
  /** The item to pay; null if it hasn't loaded. */
  item: { dueDate: string | null; authority: string | null } | null;
  loading?: boolean;
};

/**
 * Shows, before the driver pays, by when Lanewise sends the money to the authority. Warns if that is after the due
 * date.
 */
export function SendDeadline({ item, loading }: Props) {
  const [now] = useState(() => new Date());
  if (loading)
    return (
      <p className={css.line}>
        <Skeleton width="15rem" />
      </p>
    );
  const day = sendDay(now.toISOString());
  const warning = warnIfLate(item?.dueDate, day, now);
  return (
    <>
      <p className={css.line}>{describeSending(item?.authority, day, now)}.</p>
      {warning && <p className={css.warning}>{warning}</p>}
    </>
  );
}
