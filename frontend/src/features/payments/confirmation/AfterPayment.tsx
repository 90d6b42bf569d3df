import { useState } from "react";
import type { ConfirmationFacts, PaymentTransaction } from "@/api/types";
import { useSession } from "@/parts/accounts/useSession";
import { describeRemainingCourt } from "@/parts/drivingRecord/court/remainingCourt";
import { useAppearances } from "@/parts/drivingRecord/useRecords";
import { buildSendStep } from "@/parts/payments/trailSteps";
import css from "../SendDeadline.module.css";

type Props = { transaction: PaymentTransaction } & Pick<ConfirmationFacts, "trail">;

/** What happens after a payment: when the authority gets the money, and a remaining court date. */
export function AfterPayment({ transaction, trail }: Props) {
  const { paymentType, itemId, userId } = transaction;
  const [now] = useState(() => new Date());
  return (
    <>
      {trail && <p className={css.line}>{buildSendStep(trail, now).text}.</p>}
      {paymentType === "traffic_ticket" && (
        <RemainingCourt userId={userId} ticketId={itemId} now={now} />
      )}
    </>
  );
}

type RemainingCourtProps = { userId: number; ticketId: number | null; now: Date };

/** The court date of a paid ticket, which remains although the ticket is no longer in the lists. */
function RemainingCourt({ userId, ticketId, now }: RemainingCourtProps) {
  const { user } = useSession();
  const { data: appearances } = useAppearances({ id: userId, viewerId: user?.id ?? null });
  const court = appearances?.find((one) => one.ticketId === ticketId);
  return court && <p className={css.warning}>{describeRemainingCourt(court, now)}</p>;
}
