import { useState } from "react";
import { type Import, postImport } from "@/api/staffCalls";
import { useSubmit } from "@/parts/useSubmit";
import { Alert } from "@/ui/Alert";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { SelectField } from "@/ui/SelectField";
import { KINDS } from "./kinds";
import css from "./ImportPage.module.css";

const LARGEST = 20 * 1024 * 1024;

export function Upload({ onUploaded }: { onUploaded: (made: Import) => void }) {
  const [kind, setKind] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const submit = useSubmit(
    () => ({
      kind: kind ? undefined : "Choose what is in the file.",
      file: !file
        ? "Choose a CSV file."
        : file.size > LARGEST
          ? "This file is larger than 20 MB. Split it, and bring the parts one by one."
          : undefined,
    }),
    async () => {
      if (file) onUploaded(await postImport(kind, file));
    },
  );
  return (
    <Card title="Bring a file">
      <form className={css.form} ref={submit.form} onSubmit={submit.onSubmit} noValidate>
        {submit.failure && <Alert title="Nothing was stored">{submit.failure}</Alert>}
        <p className={css.soft}>
          A CSV file with a header, in UTF-8, at most 50,000 lines. Nothing is stored before you
          have seen and confirmed it.
        </p>
        <SelectField
          label="What is in the file"
          name="kind"
          placeholder="Choose one"
          options={KINDS}
          value={kind}
          error={submit.wrong.kind}
          onChange={(event) => {
            setKind(event.target.value);
            submit.clear("kind");
          }}
        />
        <label className={css.file}>
          <span>CSV file</span>
          <input
            type="file"
            name="file"
            accept=".csv,text/csv"
            aria-invalid={submit.wrong.file ? true : undefined}
            aria-describedby="file-wrong"
            onChange={(event) => {
              setFile(event.target.files?.[0] ?? null);
              submit.clear("file");
            }}
          />
        </label>
        <p id="file-wrong" className={css.wrong} role="alert">
          {submit.wrong.file}
        </p>
        <div className={css.row}>
          <Button type="submit" loading={submit.busy} loadingText="Uploading...">
            Upload
          </Button>
        </div>
      </form>
    </Card>
  );
}
