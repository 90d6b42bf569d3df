import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { PlateReview } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { FailureNotice } from "@/parts/FailureNotice";
import { useAction } from "@/parts/forms/useAction";
import { Button } from "@/ui/buttons/Button";
import { FocusKeeper } from "@/ui/FocusKeeper";
import { Card } from "@/ui/layout/Card";
import { toast } from "@/ui/overlays/toast";
import { DriverLink } from "../../table/cells/DriverLink";
import { type RowColumn, Rows } from "../../table/rows/Rows";
import { getPlateReviews, PLATE_REVIEWS_KEY, postPlateReview } from "../calls";
import css from "../ImportPage.module.css";

const KINDS: readonly PlateReview["kind"][] = ["ticket", "parking", "toll"];

/** Returns a row id that includes the kind, because a ticket and a toll may have the same id. */
const idOf = ({ kind, itemId }: PlateReview) => itemId * KINDS.length + KINDS.indexOf(kind);

/**
 * Items dated on days on which their drivers didn't have the plate. Staff decide once for each
 * item: keep it or remove it.
 */
export function PlateReviews() {
  const { data, error, isValidating, mutate } = useSWR<PlateReview[], Error>(
    PLATE_REVIEWS_KEY,
    getPlateReviews,
    REVALIDATE_ON_MOUNT,
  );
  const { busy, run: decide } = useAction(({ kind, itemId }: PlateReview, isTheirs: boolean) =>
    postPlateReview(kind, itemId, isTheirs)
      .then(() => toast({ title: isTheirs ? "Citation Kept" : "Citation Removed" }))
      .finally(mutate),
  );
  if (error)
    return (
      <FailureNotice
        title="We couldn’t load the citations from before the driver had the plate"
        {...{ error, mutate, isValidating }}
      />
    );
  if (!data || data.length === 0) return null;
  const columns: readonly RowColumn<PlateReview>[] = [
    {
      title: "Citation",
      cell: ({ label, date, isPaid }) => (
        <>
          {label}
          <div className={css.soft}>
            {[formatDate(date), isPaid && "paid"].filter(Boolean).join(" · ")}
          </div>
        </>
      ),
    },
    { title: "Amount", short: true, cell: ({ amount }) => amount },
    {
      title: "Driver",
      cell: ({ userId, driverName }) => <DriverLink id={userId} name={driverName} />,
    },
    {
      title: "Actions",
      cell: (one) => (
        <div className={css.row}>
          <Button
            variant="secondary"
            compact
            aria-disabled={busy}
            aria-label={`Keep ${one.label} of ${one.date}`}
            onClick={() => decide(one, true)}
          >
            Keep citation
          </Button>
          <Button
            variant="text"
            compact
            aria-disabled={busy}
            aria-label={`Remove ${one.label} of ${one.date}`}
            onClick={() => decide(one, false)}
          >
            Remove citation
          </Button>
        </div>
      ),
    },
  ];
  return (
    <FocusKeeper className={css.page}>
      <Card title="Citations from before the driver had the plate" flush>
        <p className={`${css.soft} ${css.pad}`}>
          We added these citations by plate alone, but on that date the plate may have belonged to
          someone else. Keep each citation that is this driver’s, and remove the others.
        </p>
        <Rows
          label="Citations from before the driver had the plate"
          columns={columns}
          rows={data}
          idOf={idOf}
        />
      </Card>
    </FocusKeeper>
  );
}
