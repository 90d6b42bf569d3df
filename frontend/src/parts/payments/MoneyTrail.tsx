import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { PaidItem } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { FailureNotice } from "@/parts/FailureNotice";
import { Loading } from "@/ui/feedback/Loading";
import { BilledAgain } from "./BilledAgain";
import { getItemPayments, HISTORY_KEY } from "./calls";
import css from "./MoneyTrail.module.css";
import { TrailStages } from "./TrailStages";
import { trailOfPayment } from "./trailOfPayment";

type Props = {
  userId: number;
  type: ItemKind;
  itemId: number;
  title: string;
  /** Level of the heading on the page. */
  heading: "h2" | "h3";
};

const isBooked = (item: PaidItem): item is PaidItem & { transactionId: number } =>
  item.transactionId !== null;

/** Shows where the money paid for an item is, and what to do if the authority bills the driver again. */
export default function MoneyTrail({ userId, type, itemId, title, heading: Heading }: Props) {
  const { data, error, isValidating, mutate } = useSWR(
    [HISTORY_KEY, userId, type, itemId],
    () => getItemPayments(userId, type, itemId),
    REVALIDATE_ON_MOUNT,
  );
  const paid = data?.find((item) => trailOfPayment(item) !== null);
  const trail = paid && trailOfPayment(paid);
  if (data && !trail) return null;
  return (
    <section className={css.trail} aria-label="Where your payment is">
      <Heading className={css.heading}>Where your payment is</Heading>
      {paid && trail ? (
        <>
          <TrailStages trail={trail} itemName={title} />
          {isBooked(paid) && <BilledAgain item={paid} itemName={title} hasLetter />}
        </>
      ) : error ? (
        <FailureNotice {...{ error, mutate, isValidating }} />
      ) : (
        <Loading label="Loading where your payment is">
          <div className={css.loading} />
        </Loading>
      )}
    </section>
  );
}
