import type { CaseCorrespondence, CaseFile } from "@/api/types";
import { FileDown } from "lucide-react";
import { useRef, useState } from "react";
import { ApiError } from "@/api/client";
import { download } from "@/api/download";
import { formatSize } from "@/ui/forms/fileSize";
import { failureText } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { ProgressBar } from "@/ui/feedback/ProgressBar";
import { Field } from "@/ui/forms/Field";
import { toast } from "@/ui/overlays/toast";
import { fileUrl, postFile, type Side } from "./calls";
import { DeleteFileDialog } from "./DeleteFileDialog";
import css from "./messages.module.css";

/** Maximum number of files per case. */
const MAX_FILES = 20;
const MAX_BYTES = 15 * 1024 * 1024;
const TOO_LARGE = "This file is larger than 15 MB.";

type ListProps = {
  side: Side;
  files: readonly CaseFile[];
  formatTime: (at: string) => string;
  /** Called with the remaining messages and files. Without it, files can't be deleted. */
  onDeleted?: (next: CaseCorrespondence) => void;
};

/** The files of a case to download, oldest first. */
export function FileList({ side, files, formatTime, onDeleted }: ListProps) {
  const [deleting, setDeleting] = useState<CaseFile | null>(null);
  if (files.length === 0) return null;
  return (
    <>
      <ul className={css.list} aria-label="Files">
        {files.map((file) => (
          <li key={file.id} className={css.file}>
            <DownloadLink
              href={fileUrl(side, file.id)}
              onDownload={download}
              failureText="We couldn’t download the file. Please try again."
              icon={<FileDown size={18} aria-hidden="true" />}
              variant="text"
              compact
            >
              <span className={css.text}>{file.name}</span>
            </DownloadLink>
            <p className={css.soft}>
              {file.kind.toUpperCase()}, {formatSize(file.bytes)} · from the{" "}
              {file.isFromLawyer ? "lawyer" : "driver"}, {formatTime(file.addedAt)}
            </p>
            {onDeleted && file.mayDelete && (
              <Button
                variant="text"
                compact
                aria-haspopup="dialog"
                aria-label={`Delete ${file.name}`}
                onClick={() => setDeleting(file)}
              >
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
      {deleting && onDeleted && (
        <DeleteFileDialog
          key={deleting.id}
          side={side}
          file={deleting}
          onDeleted={onDeleted}
          open
          onOpenChange={() => setDeleting(null)}
        />
      )}
    </>
  );
}

type UploadProps = { side: Side; id: number; count: number; onUploaded: () => Promise<unknown> };

/** Uploads one file at a time. */
export function FileUpload({ side, id, count, onUploaded }: UploadProps) {
  const [file, setFile] = useState<File | null>(null);
  const [sentBytes, setSentBytes] = useState(0);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  if (count >= MAX_FILES)
    return <p className={css.soft}>This case has 20 files, which is the maximum.</p>;

  async function upload(chosen: File) {
    setError(undefined);
    setSentBytes(0);
    if (chosen.size > MAX_BYTES) return setError(TOO_LARGE);
    setFile(chosen);
    try {
      await postFile(side, id, chosen, setSentBytes);
      toast({ title: "File Added", description: chosen.name });
      // The list shows the file now, so the field is empty again.
      if (input.current) input.current.value = "";
    } catch (error) {
      setError(describeUploadError(error));
    } finally {
      setFile(null);
      void onUploaded();
    }
  }
  return (
    <>
      <Field
        label="Add a file"
        hint="A PDF, JPEG or PNG up to 15 MB, such as a photo or a letter from the court."
        error={error}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            name="file"
            accept="application/pdf,image/jpeg,image/png,.pdf,.jpg,.jpeg,.png"
            disabled={file !== null}
            // Choosing a corrected file with the same name would otherwise fire no change event.
            onClick={(event) => {
              event.currentTarget.value = "";
            }}
            onChange={({ target }) => {
              const chosen = target.files?.[0];
              if (chosen) void upload(chosen);
            }}
          />
        )}
      </Field>
      {file && (
        <ProgressBar
          label={sentBytes < file.size ? "Uploading the file" : "Checking the file"}
          value={sentBytes}
          max={file.size}
        />
      )}
    </>
  );
}

/** Returns the server's message about the file if there is one. */
function describeUploadError(error: unknown): string {
  if (!(error instanceof ApiError)) return failureText(error);
  if (error.status === 413) return TOO_LARGE;
  return error.fields.file ?? error.fields.fileName ?? failureText(error);
}
