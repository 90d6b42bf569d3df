import ChevronDown from "lucide-react/icons/chevron-down";
import { useId, useState } from "react";
import { formatDate } from "@/lib/dates";
import { formatCents } from "@/lib/money";
import type { PaymentKind } from "@/lib/paths";
import { citationText, NO_NUMBER } from "@/parts/drivingRecord/citation";
import { cx } from "@/ui/cx";
import { Chip } from "@/ui/feedback/Chip";
import { Skeleton } from "@/ui/feedback/Skeleton";
import shapes from "@/ui/layout/shapes.module.css";
import { type Fact, Facts } from "../Facts";
import css from "./Summary.module.css";
import type { PayItem } from "./useItem";

type Props = {
  type: PaymentKind;
  cents: number;
  item: PayItem | null;
  loading: boolean;
  violationType: string | null;
  payer: string;
};

const TYPE_NAMES: Record<PaymentKind, string> = {
  ticket: "Traffic ticket",
  parking: "Parking ticket",
  toll: "Toll",
  lawyer: "Lawyer for a traffic ticket",
};

/** Summary of the payment: item, payer and total. On a phone it is one line that expands. */
export function Summary(props: Props) {
  const { type, item, loading, violationType, payer } = props;
  const [open, setOpen] = useState(false);
  const isPaid = item?.standing === "paid" && type !== "lawyer";
  // For a paid item, shows its fine, because an old URL may have another amount.
  const cents = isPaid ? item.fine : props.cents;
  const titleId = useId();
  const bodyId = useId();
  const name = TYPE_NAMES[type];
  const label = item?.label ?? violationType;
  const citation = item && (citationText(item) || NO_NUMBER);
  const description = [
    label && name,
    item && `${item.kind === "toll" ? "trip on" : "issued"} ${formatDate(item.date)}`,
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <section className={cx(shapes.surface, css.card)} aria-labelledby={titleId}>
      <header className={css.head}>
        <h2 className={css.title} id={titleId}>
          <button
            type="button"
            className={css.toggle}
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={() => setOpen(!open)}
          >
            Payment Summary
            <ChevronDown className={css.chevron} size={18} aria-hidden="true" />
          </button>
          <span className={css.plain}>Payment Summary</span>
        </h2>
        <p className={css.due}>
          <span>{isPaid ? "Paid" : "Amount Due"}</span>
          <strong className={css.amount}>{formatCents(cents)}</strong>
          {item?.isEstimated && <Chip>Estimated</Chip>}
        </p>
      </header>
      <div className={css.body} id={bodyId} data-open={open}>
        <div className={css.what}>
          {(loading || citation) && (
            <p className={css.more}>{loading ? <Skeleton width="11rem" /> : citation}</p>
          )}
          <p className={css.label}>{loading ? <Skeleton width="9rem" /> : (label ?? name)}</p>
          {(loading || description) && (
            <p className={css.more}>{loading ? <Skeleton width="13rem" /> : description}</p>
          )}
          {payer && <p className={css.more}>Driver: {payer}</p>}
        </div>
        <Facts facts={buildLines({ ...props, cents })} loading={loading && type === "lawyer"} />
      </div>
    </section>
  );
}

/** Returns the summary's lines. For a lawyer: the price and, once loaded, the ticket's fine. */
function buildLines({ type, cents, item }: Props): Fact[] {
  if (type !== "lawyer")
    return [{ name: type === "toll" ? "Toll" : "Fine", value: formatCents(cents) }];
  const lawyer = { name: "Lawyer", value: formatCents(cents) };
  return item
    ? [{ name: "Fine on this ticket (not included)", value: formatCents(item.fine) }, lawyer]
    : [lawyer];
}
