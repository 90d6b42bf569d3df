import { CalendarClock, CircleCheck } from "lucide-react";
import { dueText, formatDate } from "@/lib/dates";
import { formatCents } from "@/lib/money";
import type { ItemKind } from "@/lib/paths";
import { Alert } from "@/ui/feedback/Alert";
import { Card } from "@/ui/layout/Card";
import { Chip } from "@/ui/feedback/Chip";
import { ErrorState } from "@/ui/layout/ErrorState";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Facts } from "../Facts";
import css from "./ItemCard.module.css";
import type { FoundItem, PayItem } from "./useItem";
import shapes from "@/ui/layout/shapes.module.css";

/** `cents`: what to show while the item is not at hand, if anything is known. */
type Props = { found: FoundItem; id: number; kind: ItemKind; cents?: number };

const UNKNOWN = "Not available yet";
const NUMBER: Record<ItemKind, string> = {
  ticket: "Ticket number",
  parking: "Ticket number",
  toll: "Toll number",
};

/** A ticket as it is on record; honest stand-ins when it isn't there. */
export function ItemCard({ found, id, kind, cents }: Props) {
  const { item, loading, error, retry, retrying } = found;
  if (error && !item) {
    return (
      <Card>
        <ErrorState title="The ticket’s details didn’t load" onRetry={retry} retrying={retrying} />
      </Card>
    );
  }
  const amount = item?.fine ?? cents;
  const facts = [
    { name: NUMBER[kind], value: `#${id}` },
    { name: "Violation", value: item?.label ?? UNKNOWN },
    { name: "Issued", value: item ? formatDate(item.date) : UNKNOWN },
    { name: "Due date", value: item?.dueDate ? formatDate(item.dueDate) : UNKNOWN },
    { name: "Location", value: item?.location || UNKNOWN },
  ];
  const content = (
    <>
      <div className={css.head}>
        <p className={css.label}>Amount</p>
        <p className={shapes.total}>
          {amount === undefined ? <Skeleton width="6rem" /> : formatCents(amount)}
        </p>
        {item && <DueChip item={item} />}
      </div>
      <Facts facts={facts} loading={loading} />
    </>
  );
  return (
    <Card className={css.card}>
      {loading ? <Loading label="Loading ticket details">{content}</Loading> : content}
      {!loading && !item && (
        <Alert tone="info" title="This ticket’s details aren’t on your record yet">
          The amount is checked again before anything is charged.
        </Alert>
      )}
    </Card>
  );
}

function DueChip({ item }: { item: PayItem }) {
  if (item.isPaid) {
    return (
      <Chip tone="good" icon={<CircleCheck aria-hidden="true" />}>
        Paid {formatDate(item.paidAt)}
      </Chip>
    );
  }
  const due = dueText(item.dueDate, new Date());
  return (
    due && (
      <Chip tone={due.tone} icon={<CalendarClock aria-hidden="true" />}>
        {due.text}
      </Chip>
    )
  );
}
