import { CalendarPlus } from "lucide-react";
import { download } from "@/api/download";
import { decimalCents, formatCents } from "@/lib/money";
import { files, paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { NOT_PAYABLE } from "@/parts/drivingRecord/notPayable";
import { buttonClass } from "@/ui/buttons/Button";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { Alert } from "@/ui/feedback/Alert";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Page } from "@/ui/layout/Page";
import { BackLink } from "./BackLink";
import { ItemCard } from "./ItemCard";
import css from "./PleaStep.module.css";
import { useItem } from "./useItem";

/** One parking ticket, opened from the profile, with the way to pay it. */
export function ParkingDetails({ id, user }: { id: number; user: number }) {
  useDocumentTitle("Parking Ticket");
  const found = useItem("parking", id, user);
  const { item, loading, error } = found;
  const gone = !loading && !error && !item;
  return (
    <Page width="narrow" className={css.page}>
      <BackLink to={paths.profile()}>Driving profile</BackLink>
      <h1 className={css.title}>Parking Ticket</h1>
      {gone ? (
        <EmptyState
          title="This parking ticket isn’t on your record"
          action={
            <Link className={buttonClass()} to={paths.profile()}>
              Go to your driving profile
            </Link>
          }
        >
          It may have been removed, or the link may be wrong.
        </EmptyState>
      ) : (
        <ItemCard found={found} id={id} kind="parking" />
      )}
      {item?.mayPay && (
        <Link
          className={buttonClass({ block: true })}
          to={paths.pay({ type: "parking", amount: decimalCents(item.fine), id })}
        >
          Pay {formatCents(item.fine)}
        </Link>
      )}
      {item?.standing === "due" && item.notPayable && (
        <Alert tone="info" title={NOT_PAYABLE[item.notPayable]}>
          Pay it where it was issued; staff can record it here.
        </Alert>
      )}
      {item?.dueDate && item.standing === "due" && (
        <DownloadLink
          href={files.calendar("parking", id)}
          onDownload={download}
          failed="The calendar entry didn’t download. Please try again."
          icon={<CalendarPlus size={20} aria-hidden="true" />}
          variant="secondary"
          block
        >
          Add to calendar
        </DownloadLink>
      )}
      {item && item.standing !== "due" && (
        <Link className={buttonClass({ block: true })} to={paths.profile()}>
          Back to your driving profile
        </Link>
      )}
    </Page>
  );
}
