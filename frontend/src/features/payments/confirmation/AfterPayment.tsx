import { useState } from "react";
import type { PaymentTransaction, PaymentType } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { lookUpWord } from "@/lib/words";
import { useSession } from "@/parts/accounts/useSession";
import { stillInCourt } from "@/parts/drivingRecord/stillInCourt";
import { useAppearances } from "@/parts/drivingRecord/useRecords";
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
  return (
    <>
      <SendDeadline item={item} loading={loading} chargedAt={createdAt} />
      {paymentType === "traffic_ticket" && <RemainingCourt userId={userId} ticketId={itemId} />}
    </>
  );
}

type RemainingCourtProps = { userId: number; ticketId: number | null };

/** The court date of a paid ticket. A paid ticket leaves the lists, but its court date remains. */
function RemainingCourt({ userId, ticketId }: RemainingCourtProps) {
  const { user } = useSession();
  const { data: appearances } = useAppearances({ id: userId, by: user?.id ?? null });
  const [now] = useState(() => new Date());
  const court = appearances?.find((one) => one.ticketId === ticketId);
  return court && <p className={css.warning}>{stillInCourt(court, now)}</p>;
}
