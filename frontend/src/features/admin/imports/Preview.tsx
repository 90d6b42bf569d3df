import { useState } from "react";
import type { Import } from "@/api/types";
import { postConfirm } from "./calls";
import { files } from "@/lib/paths";
import { failureText } from "@/parts/forms/useSubmit";
import { Alert } from "@/ui/feedback/Alert";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { toast } from "@/ui/overlays/toast";
import { Figures } from "../desk/Figures";
import { CancelButton } from "./CancelButton";
import { Columns } from "./Columns";
import css from "./ImportPage.module.css";
import { count, kindLabel } from "./kinds";
import { Lines } from "./Lines";

type Props = { of: Import; onChanged: (changed: Import) => void };

/** What would be stored, and all that is wrong. */
export function Preview({ of, onChanged }: Props) {
  const [busy, setBusy] = useState(false);
  const [anew, setAnew] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (anew) return <Columns of={of} onChanged={onChanged} />;

  async function confirm() {
    setBusy(true);
    setFailure(null);
    try {
      onChanged(await postConfirm(of.id));
    } catch (error) {
      setBusy(false);
      setFailure(failureText(error));
      toast({ title: "Error", description: failureText(error), variant: "destructive" });
    }
  }
  const isGood = of.badLines === 0 && of.newLines > 0;
  return (
    <>
      <div>
        <h2 className={css.name}>{of.fileName}</h2>
        <p className={css.soft}>
          {kindLabel(of.kind)}, {count(of.totalLines)} {of.totalLines === 1 ? "line" : "lines"}.
          Nothing is stored yet.
        </p>
      </div>
      <Figures
        label="Lines"
        of={[
          { name: "New", value: count(of.newLines) },
          { name: "Already on file", value: count(of.existingLines) },
          { name: "Wrong", value: count(of.badLines) },
        ]}
      />
      {failure && <Alert title="Nothing was stored">{failure}</Alert>}
      {of.badLines > 0 && (
        <Alert title={`${count(of.badLines)} ${of.badLines === 1 ? "line is" : "lines are"} wrong`}>
          Nothing is stored while any line is wrong. Fix the file and upload it again, or choose its
          columns again.
        </Alert>
      )}
      {of.badLines === 0 && of.newLines === 0 && (
        <Alert tone="info">Everything in this file is already on file.</Alert>
      )}
      <div className={css.row}>
        {isGood && (
          <Button loading={busy} loadingText="Storing..." onClick={() => void confirm()}>
            Store {count(of.newLines)} {of.newLines === 1 ? "item" : "items"}
          </Button>
        )}
        {of.badLines > 0 && (
          <a
            className={buttonClass({ variant: "secondary" })}
            href={files.importProblems(of.id)}
            download
          >
            Download what is wrong
          </a>
        )}
        <Button variant="secondary" onClick={() => setAnew(true)}>
          Change the columns
        </Button>
        <CancelButton of={of} onChanged={onChanged} />
      </div>
      {of.badLines > 0 && <Lines of={of} outcome="bad" title="Wrong" total={of.badLines} />}
      {of.newLines > 0 && <Lines of={of} outcome="new" title="New" total={of.newLines} />}
      {of.existingLines > 0 && (
        <Lines of={of} outcome="existing" title="Already on file" total={of.existingLines} />
      )}
    </>
  );
}
