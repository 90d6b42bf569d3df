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
export function Ended({ of, onChanged }: Props) {
  const isStored = of.status === "stored" && of.undoneAt === null;
  return (
    <Card title={of.fileName}>
      <div className={css.form}>
        {isStored && (
          <Alert tone="info" title="Imported">
            {[
              `${items(of.storedItems)} ${of.storedItems === 1 ? "was" : "were"} stored.`,
              of.existingLines > 0 &&
                `${count(of.existingLines)} ${one(of.existingLines, "was", "were")} already on file.`,
              of.queuedLines > 0 && `${lines(of.queuedLines)} to decide on.`,
              of.unclaimedLines > 0 &&
                `${lines(of.unclaimedLines)} ${one(of.unclaimedLines, "waits", "wait")} for a driver.`,
            ]
              .filter(Boolean)
              .join(" ")}
          </Alert>
        )}
        {isStored && of.hasSetAside && (
          <Alert title={`${lines(of.badLines)} set aside`}>
            Mend them in the file’s own columns and upload it like any other. The file is kept for 7
            days.
          </Alert>
        )}
        {isStored && of.storedItems > 0 && (
          <p className={css.soft}>
            Drivers see them at once, unless their record is still being prepared: then as soon as
            you have updated it.
          </p>
        )}
        {of.undoneAt !== null && (
          <Alert tone="info" title="Undone">
            Everything that this file had stored was taken back. It can be uploaded again.
          </Alert>
        )}
        {of.status === "failed" && (
          <Alert title="Nothing was stored">{of.message ?? "Please upload the file again."}</Alert>
        )}
        {of.status === "cancelled" && (
          <Alert tone="info" title="Cancelled">
            The file was deleted. Nothing was stored.
          </Alert>
        )}
        <div className={css.row}>
          {isStored && of.hasSetAside && (
            <a className={buttonClass()} href={files.importMend(of.id)} download>
              Download the lines to mend
            </a>
          )}
          {isStored && of.queuedLines > 0 && (
            <Link className={buttonClass({ variant: "secondary" })} to={deskPaths.citations()}>
              Decide on {lines(of.queuedLines)}
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
      toast({ title: "Import Undone", description: "What this file had stored was taken back." });
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
        description={`${items(of.storedItems)} and everything else that ${of.fileName} had stored are removed. It works as long as none of them was paid.`}
        action="Undo"
        working="Undoing..."
        keep="Keep it"
      />
    </>
  );
}
