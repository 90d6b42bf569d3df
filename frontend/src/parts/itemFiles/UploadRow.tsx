import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { ProgressBar } from "@/ui/feedback/ProgressBar";
import css from "./ItemFiles.module.css";
import type { Upload } from "./useUploads";

type Props = { upload: Upload; onRetry: () => void; onDrop: () => void };

/** A file that is being saved, or that couldn't be saved. */
export function UploadRow({ upload, onRetry, onDrop }: Props) {
  const { file, sent, total, isWaiting, error, canRetry } = upload;
  const status = sent < total ? "Saving…" : "Checking…";
  return (
    <li className={css.upload}>
      <p className={css.name}>{file.name}</p>
      {error === null ? (
        <>
          <ProgressBar label={`Saving ${file.name}`} value={sent} max={total} />
          <p className={css.soft}>{isWaiting ? "Waiting to upload…" : status}</p>
        </>
      ) : (
        <>
          <Alert>{error}</Alert>
          <div className={css.buttons}>
            {canRetry && (
              <Button compact variant="secondary" onClick={onRetry}>
                Try again
              </Button>
            )}
            <Button compact variant="text" onClick={onDrop}>
              Remove
            </Button>
          </div>
        </>
      )}
    </li>
  );
}
