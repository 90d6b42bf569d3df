import { formatDate } from "@/lib/dates";
import { formatCents } from "@/lib/fine";
import type { PaymentKind } from "@/lib/paths";
import { Card } from "@/ui/Card";
import { type Fact, Facts } from "./Facts";
import css from "./Summary.module.css";
import type { PayItem } from "./useItem";

type Props = {
  type: PaymentKind;
  cents: number;
  id: number;
  item: PayItem | null;
  loading: boolean;
  violationType: string | null;
  payer: string;
};

const WHAT: Record<PaymentKind, string> = {
  ticket: "Traffic ticket",
  parking: "Parking ticket",
  toll: "Toll",
  lawyer: "Lawyer for ticket",
};

/** What is being paid and for whom, line by line, and what it comes to. */
export function Summary({ type, cents, id, item, loading, violationType, payer }: Props) {
  const place = type === "toll" ? "Road" : "Violation";
  const facts: Fact[] = [
    { name: WHAT[type], value: `#${id}` },
    { name: place, value: item?.label ?? violationType ?? "Not available yet" },
    { name: "Issued", value: item ? formatDate(item.date) : "Not available yet" },
    { name: "For", value: payer },
  ];
  const lines: Fact[] =
    type === "lawyer"
      ? [
          { name: "Fine on this ticket", value: formatCents(item?.fine ?? cents * 2) },
          { name: "Fixed price, half the fine", value: formatCents(cents) },
        ]
      : [{ name: type === "toll" ? "Toll" : "Fine", value: formatCents(cents) }];
  return (
    <Card title="Payment Summary">
      <p className={css.due}>
        <span className={css.label}>Amount Due</span>
        <span className={css.amount}>{formatCents(cents)}</span>
      </p>
      <Facts facts={facts} loading={loading} />
      <div className={css.lines}>
        <Facts facts={lines} loading={loading && type === "lawyer"} />
        <p className={css.total}>
          <span>Total</span>
          <span className={css.sum}>{formatCents(cents)}</span>
        </p>
      </div>
    </Card>
  );
}
