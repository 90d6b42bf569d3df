import { useEffect, useRef, useState } from "react";
import type { Import } from "@/api/types";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { FileField } from "@/ui/desk/FileField";
import { Alert } from "@/ui/feedback/Alert";
import { SelectField } from "@/ui/forms/SelectField";
import { Card } from "@/ui/layout/Card";
import { postImport } from "./calls";
import css from "./ImportPage.module.css";
import { isKind, KINDS, guessKind } from "./kinds";
import { UploadProgress } from "./UploadProgress";

const MAX_BYTES = 48 * 1024 * 1024;

/** Returns why a file is invalid, as far as the browser can tell; undefined if it seems valid. */
function findFileError(file: File | null): string | undefined {
  if (!file) return "Choose a CSV file.";
  if (file.size === 0) return "This file is empty.";
  if (file.size > MAX_BYTES)
    return "This file is larger than 48 MB. Split it and upload each part separately.";
}

/** Whether the file can still be read. The browser sends nothing if the file changed or moved after it was selected. */
const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

export function Upload({ onUploaded }: { onUploaded: (created: Import) => void }) {
  const [kind, setKind] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [isUnreadable, setGone] = useState(false);
  const [sentBytes, setSent] = useState(0);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);

  const submit = useSubmit(
    () => ({
      kind: isKind(kind) ? undefined : "Choose what’s in the file.",
      file: findFileError(file),
    }),
    async () => {
      if (!file || !isKind(kind)) return;
      setSent(0);
      if (!(await isReadable(file))) return setGone(true);
      const controller = new AbortController();
      sending.current = controller;
      try {
        onUploaded(await postImport(kind, file, setSent, controller.signal));
      } catch (error) {
        // If the user stopped the upload, shows no error, and the form keeps its input.
        if (!controller.signal.aborted) throw error;
      }
    },
  );
  return (
    <Card title="Upload a file">
      <form
        className={`${css.form} ${css.upload}`}
        ref={submit.form}
        onSubmit={submit.onSubmit}
        noValidate
      >
        {submit.failure && <Alert title="Nothing was imported">{submit.failure}</Alert>}
        <p className={css.soft}>
          Upload a CSV file with a header row and up to 200,000 rows. Use MM/DD/YYYY or{" "}
          <span className={css.whole}>YYYY-MM-DD</span> for dates. You’ll review everything before
          we import it.
        </p>
        <SelectField
          label="What’s in the file"
          name="kind"
          placeholder="Choose one"
          options={KINDS}
          value={kind}
          error={submit.errors.kind}
          disabled={submit.busy}
          onChange={(event) => {
            setKind(event.target.value);
            submit.clear("kind");
          }}
        />
        <FileField
          label="CSV file"
          name="file"
          fileKind="a CSV file"
          accept=".csv,text/csv"
          file={file}
          error={
            isUnreadable
              ? "This file was changed or moved since you chose it. Choose it again."
              : (submit.errors.file ?? submit.errors.fileName)
          }
          disabled={submit.busy}
          onFile={(chosen) => {
            setFile(chosen);
            setGone(false);
            submit.clear("file");
            if (chosen) void guessKind(chosen).then((found) => found && setKind(found));
          }}
        />
        {submit.busy && file && <UploadProgress file={file} sent={sentBytes} />}
        <div className={css.row}>
          <Button type="submit" loading={submit.busy} loadingText="Uploading...">
            Upload
          </Button>
          {submit.busy && (
            <Button variant="secondary" onClick={() => sending.current?.abort()}>
              Stop
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
