import { useState } from "react";
import type { PaymentTransaction, PaymentType } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { lookUpWord } from "@/lib/words";
import { describeRemainingCourt } from "@/parts/drivingRecord/stillInCourt";
import { SendDeadline } from "../SendDeadline";
import css from "../SendDeadline.module.css";
import { useItem } from "../steps/useItem";

const KINDS: Record<PaymentType, ItemKind> = {
  traffic_ticket: "ticket",
  parking: "parking",
  toll: "toll",
};

/** What follows a payment: the deadline for sending the money, and a court date that remains. */
export function AfterPayment({ transaction }: { transaction: PaymentTransaction }) {
  const { paymentType, itemId, userId, createdAt } = transaction;
  const { item, loading } = useItem(
    lookUpWord(KINDS, paymentType) ?? "ticket",
    itemId ?? 0,
    userId,
  );
  const [now] = useState(() => new Date());
  return (
    <>
      <SendDeadline item={item} loading={loading} chargedAt={createdAt} />
      {item?.appearance && (
        <p className={css.warning}>{describeRemainingCourt(item.appearance, now)}</p>
      )}
    </>
  );
}
