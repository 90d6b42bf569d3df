import type { Import } from "@/api/types";
import { formatCount } from "@/lib/labels";
import { Alert } from "@/ui/feedback/Alert";
import { ProgressBar } from "@/ui/feedback/ProgressBar";
import { Card } from "@/ui/layout/Card";
import { CancelButton } from "./CancelButton";
import css from "./ImportPage.module.css";

type Props = {
  current: Import;
  /** True if the last poll failed, so the progress shown may be out of date. */
  hasPollFailed: boolean;
  onChanged: (changed: Import) => void;
};

/** Progress of a background job. The user may leave the page and come back. */
export function ImportProgress({ current, hasPollFailed, onChanged }: Props) {
  const storing = current.status === "storing";
  const title = storing ? "Importing" : "Checking";
  return (
    <Card title={`${title} ${current.fileName}`}>
      <div className={css.form}>
        <ProgressBar
          label={`${title} the file`}
          value={current.doneLines}
          max={current.totalLines}
          valueText={`${formatCount(current.doneLines)} of ${formatCount(current.totalLines)} rows`}
        />
        <p className={css.soft}>
          {formatCount(current.doneLines)} of {formatCount(current.totalLines)} rows. You can leave
          this page. We’ll keep working on it.
        </p>
        {hasPollFailed && (
          <Alert tone="info">
            We can’t reach the server right now. Nothing was lost, and we’ll keep trying.
          </Alert>
        )}
        {!storing && (
          <div className={css.row}>
            <CancelButton current={current} onChanged={onChanged} />
          </div>
        )}
      </div>
    </Card>
  );
}
