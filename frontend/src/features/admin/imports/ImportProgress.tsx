import type { Import } from "@/api/types";
import { Alert } from "@/ui/feedback/Alert";
import { ProgressBar } from "@/ui/feedback/ProgressBar";
import { Card } from "@/ui/layout/Card";
import { CancelButton } from "./CancelButton";
import css from "./ImportPage.module.css";
import { count } from "./kinds";

type Props = {
  of: Import;
  /** True if the last poll failed, so the progress shown may be out of date. */
  isLost: boolean;
  onChanged: (changed: Import) => void;
};

/** Progress of a background job. The user may leave the page and come back. */
export function ImportProgress({ of, isLost, onChanged }: Props) {
  const storing = of.status === "storing";
  const title = storing ? "Importing" : "Checking";
  return (
    <Card title={`${title} ${of.fileName}`}>
      <div className={css.form}>
        <ProgressBar
          label={`${title} the file`}
          value={of.doneLines}
          max={of.totalLines}
          valueText={`${count(of.doneLines)} of ${count(of.totalLines)} rows`}
        />
        <p className={css.soft}>
          {count(of.doneLines)} of {count(of.totalLines)} rows. You can leave this page. We’ll keep
          working on it.
        </p>
        {isLost && (
          <Alert tone="info">
            We can’t reach the server right now. Nothing was lost, and we’ll keep trying.
          </Alert>
        )}
        {!storing && (
          <div className={css.row}>
            <CancelButton of={of} onChanged={onChanged} />
          </div>
        )}
      </div>
    </Card>
  );
}
