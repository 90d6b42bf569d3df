import { useState } from "react";
import type { PayableKind } from "@/api/types";
import { centsOf } from "@/lib/money";
import { Link } from "@/lib/router";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button } from "@/ui/buttons/Button";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { deskPaths } from "../../desk/deskPaths";
import { refresh } from "../../desk/live/refresh";
import { RelativeTime } from "../../desk/RelativeTime";
import { dollars } from "../format";
import { ChargebackChip } from "./ChargebackChip";
import css from "./PaymentRefunds.module.css";
import { RefundChip } from "./RefundChip";
import { describeProviderWords } from "./refundLabels";
import { useRefunds } from "./useRefunds";

const loadRefund = () => import("./RefundDialog");

type Props = {
  paymentId: number;
  kind: PayableKind;
  /** Paths of the calls whose data to refresh after a refund. */
  lists: readonly string[];
};

/** Lists a payment's refunds and chargebacks. Has a button for another refund while one is possible. */
export function PaymentRefunds({ paymentId, kind, lists }: Props) {
  const { data, error, isValidating, mutate } = useRefunds(paymentId);
  const [open, setOpen] = useState(false);
  if (error && !data) return <FailureNotice {...{ error, mutate, isValidating }} />;
  if (!data) return null;
  /** Reads the refunds again and returns the amount that can still be refunded. */
  async function refetch() {
    void refresh(...lists);
    return (await mutate())?.left;
  }
  const isWithheld = centsOf(data.left) > 0 && !data.mayRefund;
  return (
    <section className={css.box} aria-label="Refunds">
      {data.chargebacks.map(({ id, amount, status, confirmationNumber }) => (
        <p key={id}>
          {dollars(amount)} chargeback <ChargebackChip status={status} />{" "}
          <Link to={deskPaths.chargebacks({ q: confirmationNumber, row: id })}>
            Open chargeback {id}
          </Link>
        </p>
      ))}
      <h3 className={css.title}>Refunds</h3>
      {data.refunds.length === 0 && <p className={css.words}>No refunds yet.</p>}
      <ul className={css.list}>
        {data.refunds.map((refund) => (
          <li key={refund.id}>
            {dollars(refund.amount)} <RefundChip refund={refund} />{" "}
            <RelativeTime at={refund.backAt ?? refund.createdAt} nowText="just now" />
            <p className={css.words}>Refund reason shown to the driver: “{refund.sentence}”</p>
            {refund.guaranteePayer === "lawyer" && (
              <p className={css.words}>The lawyer pays this refund.</p>
            )}
            {refund.guaranteePayer === "operator" && (
              <p className={css.words}>Lanewise pays this refund.</p>
            )}
            {refund.providerWords && <p className={css.words}>{describeProviderWords(refund)}</p>}
          </li>
        ))}
      </ul>
      {isWithheld && (
        <p className={css.words}>
          The driver’s bank is holding this money, so you can’t refund it.
        </p>
      )}
      {data.mayRefund && (
        <div>
          <Button variant="danger" compact onClick={() => setOpen(true)}>
            Refund
          </Button>
        </div>
      )}
      <LazyDialog
        load={loadRefund}
        open={open}
        onOpenChange={setOpen}
        paymentId={paymentId}
        kind={kind}
        remainingAmount={data.left}
        refetch={refetch}
      />
    </section>
  );
}
