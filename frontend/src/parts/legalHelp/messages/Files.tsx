import type { CaseCorrespondence, CaseFile } from "@/api/types";
import FileDown from "lucide-react/icons/file-down";
import { useState } from "react";
import { download } from "@/api/download";
import { AddFiles } from "@/parts/itemFiles/AddFiles";
import { UploadRow } from "@/parts/itemFiles/UploadRow";
import { type Save, useUploads } from "@/parts/itemFiles/useUploads";
import { formatSize } from "@/ui/forms/fileSize";
import { Button } from "@/ui/buttons/Button";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { fileUrl, postFile, type Side } from "./calls";
import { DeleteFileDialog } from "./DeleteFileDialog";
import css from "./messages.module.css";

type ListProps = {
  side: Side;
  files: readonly CaseFile[];
  formatTime: (at: string) => string;
  /** Called with the remaining messages and files. Without this callback, files can't be deleted. */
  onDeleted?: (next: CaseCorrespondence) => void;
};

/** Names the user who added a file, as seen by the viewer. */
function nameUploader(side: Side, { isFromLawyer }: CaseFile): string {
  const isOwn = side === (isFromLawyer ? "lawyer" : "driver");
  if (isOwn) return "you";
  if (!isFromLawyer) return "the driver";
  return side === "driver" ? "your lawyer" : "the lawyer";
}

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
              {file.kind.toUpperCase()}, {formatSize(file.bytes)} · from {nameUploader(side, file)},{" "}
              {formatTime(file.addedAt)}
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

/** Uploads files to a case. A file that couldn't be saved stays in the list, so that the user can retry it. */
export function FileUpload({ side, id, count, onUploaded }: UploadProps) {
  const save: Save<unknown> = (file, onProgress) =>
    postFile(side, id, file, (sent) => onProgress(sent, file.size));
  const { uploads, add, retry, drop } = useUploads(save, () => void onUploaded());
  return (
    <>
      {uploads.length > 0 && (
        <ul className={css.list} aria-label="Files being added">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onRetry={() => retry(upload)}
              onDrop={() => drop(upload.key)}
            />
          ))}
        </ul>
      )}
      <AddFiles count={count + uploads.length} onFiles={add} />
    </>
  );
}
