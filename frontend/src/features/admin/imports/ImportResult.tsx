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
import { count, items, lines, one } from "./kinds";

type Props = { of: Import; onChanged: (changed: Import) => void };

/** The result of an import. */
export function ImportResult({ of, onChanged }: Props) {
  const isStored = of.status === "stored" && of.undoneAt === null;
  return (
    <Card title={of.fileName}>
      <div className={css.form}>
        {isStored && (
          <Alert tone="info" title="Imported">
            {[
              `${items(of.storedItems)} imported.`,
              of.existingLines > 0 &&
                `${count(of.existingLines)} ${one(of.existingLines, "was", "were")} already on file.`,
              of.queuedLines > 0 &&
                `${lines(of.queuedLines)} ${one(of.queuedLines, "needs", "need")} review.`,
              of.unclaimedLines > 0 && `${lines(of.unclaimedLines)} with no matching driver.`,
            ]
              .filter(Boolean)
              .join(" ")}
          </Alert>
        )}
        {isStored && of.hasSetAside && (
          <Alert title={`${lines(of.badLines)} with errors`}>
            Download these rows, correct them, and upload the file again. It has the same columns as
            yours. You have 7 days to download it.
          </Alert>
        )}
        {isStored && of.storedItems > 0 && (
          <p className={css.soft}>
            Drivers see these items right away. If a driver’s record is still being prepared, they
            see them after you press Update All.
          </p>
        )}
        {of.undoneAt !== null && (
          <Alert tone="info" title="Undone">
            We removed everything this file added. You can upload it again.
          </Alert>
        )}
        {of.status === "failed" && (
          <Alert title="Nothing was imported">
            {of.message ?? "Please upload the file again."}
          </Alert>
        )}
        {of.status === "cancelled" && (
          <Alert tone="info" title="Canceled">
            We deleted the file and imported nothing.
          </Alert>
        )}
        <div className={css.row}>
          {isStored && of.hasSetAside && (
            <a className={buttonClass()} href={files.importMend(of.id)} download>
              Download rows with errors
            </a>
          )}
          {isStored && of.queuedLines > 0 && (
            <Link className={buttonClass({ variant: "secondary" })} to={deskPaths.citations()}>
              Review {lines(of.queuedLines)}
            </Link>
          )}
          <Link className={buttonClass({ variant: "secondary" })} to={deskPaths.import()}>
            Import another file
          </Link>
          {isStored && <UndoButton of={of} onChanged={onChanged} />}
        </div>
      </div>
    </Card>
  );
}

function UndoButton({ of, onChanged }: Props) {
  const [open, setOpen] = useState(false);
  const submit = useSubmit(
    () => ({}),
    async () => {
      onChanged(await postUndo(of.id));
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
        description={`This removes ${items(of.storedItems)} and everything else that ${of.fileName} added. You can’t undo an import after one of its items was paid.`}
        action="Undo"
        working="Undoing..."
        keep="Keep import"
      />
    </>
  );
}
