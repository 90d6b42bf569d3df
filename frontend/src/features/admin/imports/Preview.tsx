import { useState } from "react";
import type { Import } from "@/api/types";
import { files } from "@/lib/paths";
import { failureText } from "@/parts/forms/useSubmit";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Checkbox } from "@/ui/forms/Checkbox";
import { toast } from "@/ui/overlays/toast";
import { Figures } from "../desk/Figures";
import { CancelButton } from "./CancelButton";
import { Columns } from "./Columns";
import { postConfirm } from "./calls";
import css from "./ImportPage.module.css";
import { count, kindLabel } from "./kinds";
import { Lines } from "./Lines";

const items = (of: number) => `${count(of)} ${of === 1 ? "item" : "items"}`;

type Props = { of: Import; onChanged: (changed: Import) => void };

/** What would be stored, and all that is wrong. */
export function Preview({ of, onChanged }: Props) {
  const [busy, setBusy] = useState(false);
  const [meant, setMeant] = useState(false);
  const [anew, setAnew] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (anew) return <Columns of={of} onChanged={onChanged} />;

  async function confirm() {
    setBusy(true);
    setFailure(null);
    try {
      onChanged(await postConfirm(of.id, meant));
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
      {isGood && of.estimatedLines > 0 && (
        <Alert tone="info" title={`${items(of.estimatedLines)} with words for the amount`}>
          What the driver will see is estimated from the violation and its points.
        </Alert>
      )}
      {isGood && of.largeLines > 0 && (
        <Alert title={`${items(of.largeLines)} above $5,000`}>
          <Checkbox
            label="I have looked at these amounts, and they are meant."
            checked={meant}
            onChange={(event) => setMeant(event.target.checked)}
          />
        </Alert>
      )}
      <div className={css.row}>
        {isGood && (
          <Button
            loading={busy}
            loadingText="Storing..."
            disabled={of.largeLines > 0 && !meant}
            onClick={() => void confirm()}
          >
            Store {items(of.newLines)}
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
