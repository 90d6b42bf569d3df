import { useState } from "react";
import type { Import } from "@/api/types";
import { files } from "@/lib/paths";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Checkbox } from "@/ui/forms/Checkbox";
import { Figures } from "../desk/Figures";
import { CancelButton } from "./CancelButton";
import { Columns } from "./columns/Columns";
import css from "./ImportPage.module.css";
import { count, items, kindLabel, lines, one } from "./kinds";
import { Lines } from "./Lines";
import { StoreDialog } from "./StoreDialog";

type Props = { of: Import; onChanged: (changed: Import) => void };

/** What would be stored, what needs a decision, and all errors. */
export function Preview({ of, onChanged }: Props) {
  const [meant, setMeant] = useState(false);
  const [anew, setAnew] = useState(false);
  const [asked, setAsked] = useState(false);
  if (anew) return <Columns of={of} onChanged={onChanged} />;

  const good = of.newLines + of.queuedLines + of.unclaimedLines;
  return (
    <>
      <div>
        <h2 className={css.name}>{of.fileName}</h2>
        <p className={css.soft}>
          {kindLabel(of.kind)}, {lines(of.totalLines)}. Nothing is imported yet.
        </p>
      </div>
      <Figures
        label="Rows"
        of={[
          { name: "New", value: count(of.newLines) },
          { name: "Needs review", value: count(of.queuedLines) },
          { name: "No matching driver", value: count(of.unclaimedLines) },
          { name: "Already on file", value: count(of.existingLines) },
          { name: "Errors", value: count(of.badLines) },
        ]}
      />
      {of.badLines > 0 && (
        <Alert title={`${lines(of.badLines)} with errors`}>
          {good > 0
            ? "Import the other rows now and download the rows with errors afterward. Or fix the file and upload all of it again."
            : "We can’t import any row. Fix the file and upload it again, or change the columns."}
        </Alert>
      )}
      {of.badLines === 0 && good === 0 && (
        <Alert tone="info">Every row of this file is already on file.</Alert>
      )}
      {good > 0 && of.estimatedLines > 0 && (
        <Alert tone="info" title={`${items(of.estimatedLines)} without a numeric amount`}>
          The driver will see an estimate based on the violation and its points.
        </Alert>
      )}
      {good > 0 && of.largeLines > 0 && (
        <Alert title={`${items(of.largeLines)} above $5,000`}>
          <Checkbox
            label="I’ve checked these amounts and they’re correct."
            checked={meant}
            onChange={(event) => setMeant(event.target.checked)}
          />
        </Alert>
      )}
      <div className={css.row}>
        {good > 0 && (
          <Button
            aria-haspopup="dialog"
            disabled={of.largeLines > 0 && !meant}
            onClick={() => setAsked(true)}
          >
            {of.badLines > 0
              ? `Import ${count(good)} ${one(good, "row", "rows")} without errors`
              : `Import ${items(good)}`}
          </Button>
        )}
        {of.badLines > 0 && (
          <a
            className={buttonClass({ variant: "secondary" })}
            href={files.importProblems(of.id)}
            download
          >
            Download errors
          </a>
        )}
        <Button variant="secondary" onClick={() => setAnew(true)}>
          Change columns
        </Button>
        <CancelButton of={of} onChanged={onChanged} />
      </div>
      <StoreDialog
        of={of}
        areLargeMeant={meant}
        open={asked}
        onOpenChange={setAsked}
        onChanged={onChanged}
      />
      {of.badLines > 0 && <Lines of={of} outcome="bad" title="Errors" total={of.badLines} />}
      {of.newLines > 0 && <Lines of={of} outcome="new" title="New" total={of.newLines} />}
      {of.queuedLines > 0 && (
        <Lines of={of} outcome="queued" title="Needs review" total={of.queuedLines} />
      )}
      {of.unclaimedLines > 0 && (
        <Lines of={of} outcome="unclaimed" title="No matching driver" total={of.unclaimedLines} />
      )}
      {of.existingLines > 0 && (
        <Lines of={of} outcome="existing" title="Already on file" total={of.existingLines} />
      )}
    </>
  );
}
