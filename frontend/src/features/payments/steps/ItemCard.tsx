import CircleCheck from "lucide-react/icons/circle-check";
import type { ReactNode } from "react";
import type { CityData, Standing } from "@/api/types";
import { clockText, describeDueDate, formatDate, shortDate } from "@/lib/dates";
import { formatCents } from "@/lib/money";
import type { ItemKind } from "@/lib/paths";
import { lookUpLabel } from "@/lib/labels";
import { NO_NUMBER } from "@/parts/drivingRecord/citation";
import { courtText } from "@/parts/drivingRecord/court/court";
import { describeDispute } from "@/parts/drivingRecord/dispute";
import { isUnpaid } from "@/parts/drivingRecord/standing";
import { FailureNotice } from "@/parts/FailureNotice";
import { Alert } from "@/ui/feedback/Alert";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Card } from "@/ui/layout/Card";
import shapes from "@/ui/layout/shapes.module.css";
import { Facts } from "../Facts";
import css from "./ItemCard.module.css";
import type { ItemRead, PayItem } from "./useItem";

/** `cents` is the amount to show until the item has loaded. */
type Props = { itemRead: ItemRead; kind: ItemKind; cents?: number };

const UNKNOWN_TEXT = "Not available yet";

/** Card with the item's details. If the item isn't on the driver's record yet, the card says so. */
export function ItemCard({ itemRead, kind, cents }: Props) {
  const { item, loading, error, retry, retrying } = itemRead;
  if (error && !item) {
    return (
      <Card>
        <FailureNotice
          title="We couldn’t load the details"
          error={error}
          mutate={retry}
          isValidating={retrying}
        />
      </Card>
    );
  }
  const amount = item?.fine ?? cents;
  const facts = [
    { name: "Citation number", value: item ? numberOf(item) : UNKNOWN_TEXT },
    ...(item?.issuer ? [{ name: "Issued by", value: item.issuer }] : []),
    { name: kind === "toll" ? "Toll road" : "Violation", value: item?.label ?? UNKNOWN_TEXT },
    {
      name: kind === "toll" ? "Date" : "Issued",
      value: item ? formatDate(item.date) : UNKNOWN_TEXT,
    },
    ...(item?.timeOfDay ? [{ name: "Time", value: clockText(item.timeOfDay) }] : []),
    { name: "Due date", value: item ? <DueDate {...item} /> : UNKNOWN_TEXT },
    // A toll has a road instead of a location.
    ...(kind === "toll" ? [] : [{ name: "Location", value: item?.location || UNKNOWN_TEXT }]),
    ...(item && courtText(item) ? [{ name: "Court", value: courtText(item) }] : []),
    ...(item?.city ? buildCityFacts(item.city) : []),
  ];
  const content = (
    <>
      <div className={css.head}>
        <p className={css.label}>Amount</p>
        <p className={shapes.total}>
          {amount === undefined ? <Skeleton width="6rem" /> : formatCents(amount)}
        </p>
        {item?.isEstimated && <Chip>Estimated</Chip>}
        {item && (lookUpLabel(CHIPS, item.standing) ?? renderDueChip)(item)}
        {item?.isDisputed && isUnpaid(item.standing) && (
          <Chip tone="info">{describeDispute(item)}</Chip>
        )}
      </div>
      <Facts facts={facts} loading={loading} />
    </>
  );
  return (
    <Card className={css.card}>
      {loading ? <Loading label="Loading details">{content}</Loading> : content}
      {!loading && !item && (
        <Alert tone="info" title="The details aren’t on your record yet">
          We’ll check the amount again before we charge you.
        </Alert>
      )}
    </Card>
  );
}

/** The issuer's number for the item. If the item has no number, its city's data may have one. */
const numberOf = ({ citationNumber, city }: PayItem) =>
  citationNumber ?? (city ? `${city.number}, ${city.authority}` : NO_NUMBER);

/** Returns the card's line with the date of the city's data. */
const buildCityFacts = (city: CityData) => [
  { name: "City data", value: `as of ${shortDate(city.asOf, new Date())}` },
];

function DueDate({ dueDate, isDueDateOurs }: PayItem) {
  if (!dueDate) return <>No due date</>;
  return (
    <>
      {formatDate(dueDate)}
      {isDueDateOurs && (
        <small className={css.ours}>Estimated by Lanewise. The city doesn’t list a due date.</small>
      )}
    </>
  );
}

const renderDueChip = (item: PayItem): ReactNode => {
  // A disputed item isn't due.
  if (item.isDisputed) return null;
  const due = describeDueDate(item, new Date());
  return due && <Chip tone={due.tone}>{due.text}</Chip>;
};

const CHIPS: Record<Standing, (item: PayItem) => ReactNode> = {
  due: renderDueChip,
  with_lawyer: renderDueChip,
  processing: () => <Chip tone="info">Payment processing</Chip>,
  paid: ({ paidAt }) => (
    <Chip tone="good" icon={<CircleCheck aria-hidden="true" />}>
      Paid {formatDate(paidAt)}
    </Chip>
  ),
  refunding: () => <Chip tone="warn">Refund on its way</Chip>,
  chargeback_open: () => <Chip tone="warn">Reversed by your bank, under review</Chip>,
  settled_with_city: () => (
    <Chip tone="good" icon={<CircleCheck aria-hidden="true" />}>
      Settled with the city
    </Chip>
  ),
  being_checked: () => <Chip tone="info">Being checked</Chip>,
  dismissed: () => (
    <Chip tone="good" icon={<CircleCheck aria-hidden="true" />}>
      Dismissed
    </Chip>
  ),
};
