import { formatDate } from "@/lib/dates";
import { formatCents } from "@/lib/money";
import type { PaymentKind } from "@/lib/paths";
import { Chip } from "@/ui/feedback/Chip";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Card } from "@/ui/layout/Card";
import shapes from "@/ui/layout/shapes.module.css";
import { type Fact, Facts } from "../Facts";
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
  lawyer: "Lawyer for traffic ticket",
};

/** What is being paid and for whom, line by line, and what it comes to. */
export function Summary(props: Props) {
  const { type, cents, id, item, loading, violationType, payer } = props;
  const name = `${WHAT[type]} #${id}`;
  const label = item?.label ?? violationType;
  const about = [label && name, item && `issued ${formatDate(item.date)}`]
    .filter(Boolean)
    .join(" · ");
  return (
    <Card title="Payment Summary">
      <div className={css.what}>
        <p className={css.label}>{loading ? <Skeleton width="9rem" /> : (label ?? name)}</p>
        {(loading || about) && (
          <p className={css.more}>{loading ? <Skeleton width="13rem" /> : about}</p>
        )}
        {payer && <p className={css.more}>For {payer}</p>}
      </div>
      <Facts facts={lines(props)} loading={loading && type === "lawyer"} />
      <p className={css.due}>
        <span>Amount Due</span>
        <span className={shapes.total}>{formatCents(cents)}</span>
        {props.item?.isEstimated && <Chip>Estimated</Chip>}
      </p>
    </Card>
  );
}

/** What a lawyer costs, beside the fine where the ticket is at hand. */
function lines({ type, cents, item }: Props): Fact[] {
  if (type !== "lawyer")
    return [{ name: type === "toll" ? "Toll" : "Fine", value: formatCents(cents) }];
  const lawyer = { name: "Lawyer", value: formatCents(cents) };
  return item ? [{ name: "Fine on this ticket", value: formatCents(item.fine) }, lawyer] : [lawyer];
}
