import { formatSize } from "@/ui/forms/fileSize";
import { ProgressBar } from "@/ui/feedback/ProgressBar";
import css from "./ImportPage.module.css";

/** Progress of an upload. After the last byte was sent, the server still has to read the file. */
export function UploadProgress({ file, sent }: { file: File; sent: number }) {
  const done = Math.min(sent, file.size);
  const isOut = done === file.size;
  const text = isOut
    ? "Upload complete. Reading the file…"
    : `${formatSize(done)} of ${formatSize(file.size)}. Please stay on this page.`;
  return (
    <div className={css.form}>
      <ProgressBar label={`Uploading ${file.name}`} value={done} max={file.size} valueText={text} />
      <p className={css.soft}>{text}</p>
    </div>
  );
}
