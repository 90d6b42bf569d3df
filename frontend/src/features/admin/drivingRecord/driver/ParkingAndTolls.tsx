import { type ReactNode, useState } from "react";
import type { Parking, Toll, User } from "@/api/types";
import { formatDate, shortDate } from "@/lib/dates";
import { centsOf, formatCents } from "@/lib/money";
import { dueDateOf } from "@/parts/dates/dueDate";
import { citationText } from "@/parts/drivingRecord/citation";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Chip } from "@/ui/feedback/Chip";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { DisputeChip } from "../DisputeChip";
import { StandingChip } from "../StandingChip";
import type { OpenForm } from "../openForm";
import { PagedCard } from "../sections/PagedCard";
import css from "../sections/PagedCard.module.css";
import { sortOpenFirst, summarizeOwed, pageOf, usePageInAddress } from "../sections/paged";
import { useParking, useTolls } from "../useItems";
import users from "../users/users.module.css";

/** Whether Lanewise estimated the due date because the city gave none. */
const isDueDateEstimated = (record: Parking | Toll) =>
  "isDueDateOurs" in record && record.isDueDateOurs;

/** Shows the date of the city's data, and the city's number if the item has no citation number. */
function CityLine({ record }: { record: Parking | Toll }) {
  if (!("city" in record) || !record.city) return null;
  const { authority, number } = record.city;
  return (
    <p className={css.soft}>
      {!record.citationNumber && `${authority} ${number} · `}City data as of{" "}
      {shortDate(record.city.asOf, new Date())}
    </p>
  );
}

const loadRemove = () => import("../users/RemoveDialog");

type ItemToRemove = { kind: "parking" | "toll"; item: Parking | Toll };

type Props = { user: User; openForm: OpenForm };

/** A driver's parking tickets and tolls, with editing and removal. */
export function ParkingAndTolls({ user, openForm }: Props) {
  const parking = useParking(user.id);
  const tolls = useTolls(user.id);
  const [removed, setRemoved] = useState<ItemToRemove | null>(null);
  return (
    <>
      <Section
        title="Parking tickets"
        noun="parking ticket"
        name="parking"
        items={parking}
        labelOf={({ violationType }) => violationType}
        onEdit={(record) => openForm({ form: "parking", user, record })}
        onRemove={(item) => setRemoved({ kind: "parking", item })}
      />
      <Section
        title="Tolls"
        noun="toll"
        name="toll"
        items={tolls}
        labelOf={({ tollRoad }) => tollRoad}
        onEdit={(record) => openForm({ form: "toll", user, record })}
        onRemove={(item) => setRemoved({ kind: "toll", item })}
      />
      {removed && (
        <LazyDialog
          load={loadRemove}
          open
          onOpenChange={(open) => !open && setRemoved(null)}
          {...removed}
        />
      )}
    </>
  );
}

type SectionProps<T> = {
  title: string;
  noun: string;
  name: "parking" | "toll";
  items: { data: T[] | undefined; error: unknown; mutate: () => Promise<unknown> };
  labelOf: (record: T) => string;
  onEdit: (record: T) => void;
  onRemove: (record: T) => void;
};

function Section<T extends Parking | Toll>({
  title,
  noun,
  name,
  items,
  labelOf,
  onEdit,
  onRemove,
}: SectionProps<T>) {
  const { data, error, mutate } = items;
  const [page, setPage] = usePageInAddress(name);
  return (
    <PagedCard
      title={title}
      summary={data && summarizeOwed(data, noun)}
      slice={data && pageOf(sortOpenFirst(data), page)}
      error={error}
      onRetry={() => void mutate()}
      onPage={setPage}
      renderLine={(record): ReactNode => (
        <>
          <div className={cx(css.what, css.broad)}>
            <p>
              {labelOf(record)} <span className={css.soft}>#{record.id}</span>
            </p>
            {citationText(record) && <p className={css.soft}>{citationText(record)}</p>}
            <p className={css.soft}>
              {formatDate(record.date)} · {record.amount}
              {dueDateOf(record) &&
                ` · due ${formatDate(dueDateOf(record))}${isDueDateEstimated(record) ? " (estimated)" : ""}`}
            </p>
            <CityLine record={record} />
          </div>
          <span className={users.buttons}>
            {record.isEstimated && <Chip>Estimated {formatCents(centsOf(record.fine))}</Chip>}
            <StandingChip item={record} />
            <DisputeChip item={record} />
            <Button
              variant="secondary"
              compact
              className={users.dense}
              aria-label={`Edit ${name} ${record.id}`}
              onClick={() => onEdit(record)}
            >
              Edit
            </Button>
            <Button
              variant="secondary"
              compact
              className={cx(users.dense, users.remove)}
              aria-label={`Remove ${name} ${record.id}`}
              onClick={() => onRemove(record)}
            >
              Remove
            </Button>
          </span>
        </>
      )}
    />
  );
}
