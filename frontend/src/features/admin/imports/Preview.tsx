import { useState } from "react";
import type { Import } from "@/api/types";
import { formatCount } from "@/lib/labels";
import { files } from "@/lib/paths";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Checkbox } from "@/ui/forms/Checkbox";
import { Figures } from "../desk/Figures";
import { CancelButton } from "./CancelButton";
import { Columns } from "./columns/Columns";
import css from "./ImportPage.module.css";
import { formatItemCount, kindLabel, formatRowCount, pluralize } from "./kinds";
import { ImportRows } from "./ImportRows";
import { StoreDialog } from "./StoreDialog";

type Props = { current: Import; onChanged: (changed: Import) => void };

/**
 * The preview of an import before it is stored. It shows the rows that are new, need a review, match no driver, are
 * already on file or have errors.
 */
export function Preview({ current, onChanged }: Props) {
  const [areLargeAmountsConfirmed, setLargeAmountsConfirmed] = useState(false);
  const [isChangingColumns, setAnew] = useState(false);
  const [isConfirming, setAsked] = useState(false);
  if (isChangingColumns) return <Columns current={current} onChanged={onChanged} />;

  const importableLines = current.newLines + current.queuedLines + current.unclaimedLines;
  return (
    <>
      <div>
        <h2 className={css.name}>{current.fileName}</h2>
        <p className={css.soft}>
          {kindLabel(current.kind)}, {formatRowCount(current.totalLines)}. Nothing is imported yet.
        </p>
      </div>
      <Figures
        label="Rows"
        figures={[
          { name: "New", value: formatCount(current.newLines) },
          { name: "Needs review", value: formatCount(current.queuedLines) },
          { name: "No matching driver", value: formatCount(current.unclaimedLines) },
          { name: "Already on file", value: formatCount(current.existingLines) },
          { name: "Errors", value: formatCount(current.badLines) },
        ]}
      />
      {current.badLines > 0 && (
        <Alert title={`${formatRowCount(current.badLines)} with errors`}>
          {importableLines > 0
            ? "Import the other rows now and download the rows with errors afterward. Or fix the file and upload all of it again."
            : "We can’t import any of the rows. Fix the file and upload it again, or change the columns."}
        </Alert>
      )}
      {current.badLines === 0 && importableLines === 0 && (
        <Alert tone="info">Lanewise already has every row of this file.</Alert>
      )}
      {importableLines > 0 && current.estimatedLines > 0 && (
        <Alert
          tone="info"
          title={`${formatItemCount(current.estimatedLines)} without a numeric amount`}
        >
          Drivers will see an estimate based on the violation and its points.
        </Alert>
      )}
      {importableLines > 0 && current.largeLines > 0 && (
        <Alert title={`${formatItemCount(current.largeLines)} above $5,000`}>
          <Checkbox
            label="I’ve checked these amounts and they’re correct."
            checked={areLargeAmountsConfirmed}
            onChange={(event) => setLargeAmountsConfirmed(event.target.checked)}
          />
        </Alert>
      )}
      <div className={css.row}>
        {importableLines > 0 && (
          <Button
            aria-haspopup="dialog"
            disabled={current.largeLines > 0 && !areLargeAmountsConfirmed}
            onClick={() => setAsked(true)}
          >
            {current.badLines > 0
              ? `Import ${formatCount(importableLines)} ${pluralize(importableLines, "row", "rows")} without errors`
              : `Import ${formatRowCount(importableLines)}`}
          </Button>
        )}
        {current.badLines > 0 && (
          <a
            className={buttonClass({ variant: "secondary" })}
            href={files.importProblems(current.id)}
            download
          >
            Download errors
          </a>
        )}
        <Button variant="secondary" onClick={() => setAnew(true)}>
          Change columns
        </Button>
        <CancelButton current={current} onChanged={onChanged} />
      </div>
      <StoreDialog
        current={current}
        areLargeAmountsConfirmed={areLargeAmountsConfirmed}
        open={isConfirming}
        onOpenChange={setAsked}
        onChanged={onChanged}
      />
      {current.badLines > 0 && (
        <ImportRows current={current} outcome="bad" title="Errors" total={current.badLines} />
      )}
      {current.newLines > 0 && (
        <ImportRows current={current} outcome="new" title="New" total={current.newLines} />
      )}
      {current.queuedLines > 0 && (
        <ImportRows
          current={current}
          outcome="queued"
          title="Needs review"
          total={current.queuedLines}
        />
      )}
      {current.unclaimedLines > 0 && (
        <ImportRows
          current={current}
          outcome="unclaimed"
          title="No matching driver"
          total={current.unclaimedLines}
        />
      )}
      {current.existingLines > 0 && (
        <ImportRows
          current={current}
          outcome="existing"
          title="Already on file"
          total={current.existingLines}
        />
      )}
    </>
  );
}
