import { useState } from "react";
import type { Import } from "@/api/types";
import { files } from "@/lib/paths";
import { Link } from "@/lib/router";
import { SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Card } from "@/ui/layout/Card";
import { toast } from "@/ui/overlays/toast";
import { deskPaths } from "../desk/deskPaths";
import { postUndo } from "./calls";
import css from "./ImportPage.module.css";
import { formatItemCount, formatRowCount, pluralize } from "./kinds";

type Props = { current: Import; onChanged: (changed: Import) => void };

export function ImportResult({ current, onChanged }: Props) {
  const isStored = current.status === "stored" && current.undoneAt === null;
  return (
    <Card title={current.fileName}>
      <div className={css.form}>
        {isStored && (
          <Alert tone="info" title="Imported">
            {[
              `${formatItemCount(current.storedItems)} imported.`,
              current.existingLines > 0 &&
                `${formatRowCount(current.existingLines)} ${pluralize(current.existingLines, "was", "were")} already on file.`,
              current.queuedLines > 0 &&
                `${formatRowCount(current.queuedLines)} ${pluralize(current.queuedLines, "needs", "need")} review.`,
              current.unclaimedLines > 0 &&
                `${formatRowCount(current.unclaimedLines)} ${pluralize(current.unclaimedLines, "has", "have")} no matching driver.`,
            ]
              .filter(Boolean)
              .join(" ")}
          </Alert>
        )}
        {isStored && current.hasSetAside && (
          <Alert title={`${formatRowCount(current.badLines)} with errors`}>
            Download the file with these rows, correct it and upload it. It has your file’s columns,
            and the last column shows the errors. You can download it for 7 days.
          </Alert>
        )}
        {isStored && current.storedItems > 0 && (
          <p className={css.soft}>
            Drivers see these items right away. A driver whose record is still being prepared sees
            them after you click Update All for that driver in the user list.
          </p>
        )}
        {current.undoneAt !== null && (
          <Alert tone="info" title="Undone">
            We removed everything this file added. You can upload it again.
          </Alert>
        )}
        {current.status === "failed" && (
          <Alert title="Nothing was imported">
            {current.message ?? "Please upload the file again."}
          </Alert>
        )}
        {current.status === "cancelled" && (
          <Alert tone="info" title="Canceled">
            We deleted the file and imported nothing.
          </Alert>
        )}
        <div className={css.row}>
          {isStored && current.hasSetAside && (
            <a className={buttonClass()} href={files.importRowsWithErrors(current.id)} download>
              Download rows with errors
            </a>
          )}
          {isStored && current.queuedLines > 0 && (
            <Link className={buttonClass({ variant: "secondary" })} to={deskPaths.citations()}>
              Review {formatRowCount(current.queuedLines)}
            </Link>
          )}
          <Link className={buttonClass({ variant: "secondary" })} to={deskPaths.import()}>
            Import another file
          </Link>
          {isStored && <UndoButton current={current} onChanged={onChanged} />}
        </div>
      </div>
    </Card>
  );
}

function UndoButton({ current, onChanged }: Props) {
  const [open, setOpen] = useState(false);
  const submit = useSubmit(
    () => ({}),
    async () => {
      onChanged(await postUndo(current.id));
      toast({ title: "Import Undone", description: "We removed everything this file added." });
    },
  );
  return (
    <>
      <Button variant="text" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Undo this import
      </Button>
      <SubmitDialog
        open={open}
        onOpenChange={setOpen}
        submit={submit}
        danger
        title="Undo this import?"
        description={`This removes ${formatItemCount(current.storedItems)} and everything else that ${current.fileName} added. You can’t undo an import once one of its items has a payment, a lawyer, photos, a letter or a request for help with paying. You also can’t undo it once an item is merged with a ticket that a driver added, or is marked paid.`}
        action="Undo"
        working="Undoing..."
        cancelLabel="Keep import"
      />
    </>
  );
}
