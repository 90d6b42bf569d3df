import { useState } from "react";
import type { CityData } from "@/api/types";
import { warnIfLate, sendDay, describeSending } from "@/parts/payments/sending";
import { Skeleton } from "@/ui/feedback/Skeleton";
import css from "./SendDeadline.module.css";

type Props = {
  /** The item to pay, if it has loaded. */
  item: { dueDate: string | null; city?: CityData | null } | null;
  loading?: boolean;
  /**
   * When the card was charged. If missing, the payment is still ahead: the current time is used, and a late arrival
   * gets a warning.
   */
  chargedAt?: string;
};

/** Says by when Lanewise sends the money to the authority. */
export function SendDeadline({ item, loading, chargedAt }: Props) {
  const [now] = useState(() => new Date());
  if (loading)
    return (
      <p className={css.line}>
        <Skeleton width="15rem" />
      </p>
    );
  const day = sendDay(chargedAt ?? now.toISOString());
  const late = chargedAt === undefined && warnIfLate(item?.dueDate, day, now);
  return (
    <>
      <p className={css.line}>{describeSending(item?.city?.authority, day, now)}.</p>
      {late && <p className={css.warning}>{late}</p>}
    </>
  );
}
