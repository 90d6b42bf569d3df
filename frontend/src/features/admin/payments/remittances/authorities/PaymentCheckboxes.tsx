import type { Obligation } from "@/api/types";
import { Alert } from "@/ui/feedback/Alert";
import { Checkbox } from "@/ui/forms/Checkbox";
import { formatDriverName } from "../../../desk/driver";
import { dollars } from "../../../queue/format";
import css from "../remittances.module.css";
import { formatItem, formatPaymentCount } from "../remittanceTexts";

type Props = {
  payments: readonly Obligation[];
  chosen: readonly Obligation[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
};

const idOf = ({ paymentId }: Obligation) => paymentId;

/** A checkbox for each payment, and a checkbox for all of them. */
export function PaymentCheckboxes({ payments, chosen, error, onChange }: Props) {
  if (payments.length === 0)
    return <Alert tone="info">A colleague already assigned these to an authority.</Alert>;
  const ids = chosen.map(idOf);
  const isAll = chosen.length === payments.length;
  return (
    <>
      {payments.length > 1 && (
        <Checkbox
          label={`All ${formatPaymentCount(payments.length)}`}
          checked={isAll}
          onChange={() => onChange(isAll ? [] : payments.map(idOf))}
        />
      )}
      <fieldset className={css.ticks}>
        <legend>Payments</legend>
        {payments.map((one) => (
          <Checkbox
            key={one.paymentId}
            label={
              <span className={css.tick}>
                {dollars(one.amount)} · {formatItem(one)}{" "}
                <span>
                  {one.confirmationNumber}, {formatDriverName(one)}
                </span>
              </span>
            }
            checked={ids.includes(one.paymentId)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...ids, one.paymentId] : ids.filter((id) => id !== one.paymentId),
              )
            }
          />
        ))}
      </fieldset>
      {error && <Alert>{error}</Alert>}
    </>
  );
}
