import Download from "lucide-react/icons/download";
import FileText from "lucide-react/icons/file-text";
import Trash2 from "lucide-react/icons/trash-2";
import { useRef, useState } from "react";
import { download } from "@/api/download";
import type { ItemFile } from "@/api/types";
import { formatDate } from "@/lib/dates";
import type { ItemKind } from "@/lib/paths";
import { failureText } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { Alert } from "@/ui/feedback/Alert";
import { ProgressBar } from "@/ui/feedback/ProgressBar";
import { formatSize } from "@/ui/forms/fileSize";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { fileUrl, removeFile } from "./calls";
import css from "./ItemFiles.module.css";
import { sendOriginal } from "./originals";
import { dropOriginal, storeOriginal } from "./storedOriginals";

const loadPhoto = () => import("./PhotoDialog");

type Props = {
  item: { kind: ItemKind; id: number };
  file: ItemFile;
  isStaff: boolean;
  isReadOnly: boolean;
  onDeleted: () => void;
};

/** A photo or document, with its original to download. */
export function FileRow({ item, file, isStaff, isReadOnly, onDeleted }: Props) {
  const isPhoto = file.kind !== "pdf";
  const by = file.isFromStaff ? "Lanewise" : isStaff ? "the driver" : "you";
  return (
    <li className={css.file}>
      {isPhoto ? (
        <Photo file={file} />
      ) : (
        <div className={css.photo}>
          <FileText size={32} aria-hidden="true" />
        </div>
      )}
      <div className={css.about}>
        <p className={css.name}>{file.name}</p>
        <p className={css.soft}>
          {file.kind.toUpperCase()}, {formatSize(file.bytes)} · added by {by} on{" "}
          {formatDate(file.addedAt)}
        </p>
        {file.sha256 === null && !isReadOnly && (
          <MissingOriginal item={item} file={file} isStaff={isStaff} />
        )}
        <div className={css.actions}>
          {file.sha256 !== null && (
            <DownloadLink
              href={fileUrl(file.id, true)}
              onDownload={download}
              failureText="We couldn’t download the file. Please try again."
              icon={<Download size={18} aria-hidden="true" />}
              variant="text"
              compact
            >
              {isPhoto ? "Download original" : "Download"}
              <span className="visually-hidden"> {isPhoto ? `of ${file.name}` : file.name}</span>
            </DownloadLink>
          )}
          {!isReadOnly && <DeleteFile file={file} onDeleted={onDeleted} />}
        </div>
      </div>
    </li>
  );
}

/** A small photo that opens a large one. */
function Photo({ file }: { file: ItemFile }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={css.enlarge}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <img className={css.photo} src={fileUrl(file.id)} alt={file.name} loading="lazy" />
        <span className="visually-hidden">, enlarge</span>
      </button>
      <LazyDialog load={loadPhoto} open={isOpen} onOpenChange={setOpen} file={file} />
    </>
  );
}

/** Says that the original is missing. The driver can choose the photo again, for example on another device. */
function MissingOriginal({ item, file, isStaff }: Pick<Props, "item" | "file" | "isStaff">) {
  const [isOther, setOther] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  /** Uploads the original if it has the size of the photo that the driver chose first. Otherwise, shows an error. */
  async function resumeUpload(original: File | undefined) {
    setOther(original !== undefined && original.size !== file.bytes);
    if (original?.size !== file.bytes) return;
    await storeOriginal(file.id, original);
    sendOriginal(item, file, original);
  }
  return (
    <div className={css.waiting}>
      <p className={css.soft}>Photo saved. The original isn’t fully uploaded yet.</p>
      <ProgressBar
        label={`Original of ${file.name}`}
        value={file.receivedBytes}
        max={file.bytes}
        valueText={`${formatSize(file.receivedBytes)} of ${formatSize(file.bytes)}`}
      />
      {!isStaff && (
        <>
          <p className={css.soft}>If the upload stopped, choose the same photo again.</p>
          <Button compact variant="text" onClick={() => input.current?.click()}>
            Choose Photo Again
          </Button>
          <input
            ref={input}
            hidden
            type="file"
            aria-label={`Original of ${file.name}`}
            accept="image/jpeg,image/png"
            onChange={({ target }) => void resumeUpload(target.files?.[0])}
          />
        </>
      )}
      {isOther && <Alert>That’s a different photo. Choose the one you added here.</Alert>}
    </div>
  );
}

function DeleteFile({ file, onDeleted }: { file: ItemFile; onDeleted: () => void }) {
  const [step, setStep] = useState<"idle" | "asked" | "busy">("idle");
  const [failure, setFailure] = useState<string | null>(null);

  async function deleteFile() {
    setStep("busy");
    setFailure(null);
    try {
      await removeFile(file.id);
      await dropOriginal(file.id);
      onDeleted();
    } catch (error) {
      setFailure(failureText(error));
      setStep("idle");
    }
  }
  if (step === "idle")
    return (
      <>
        <Button
          compact
          variant="text"
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={() => setStep("asked")}
        >
          <span>
            Delete<span className="visually-hidden"> {file.name}</span>
          </span>
        </Button>
        {failure && <Alert>{failure}</Alert>}
      </>
    );
  return (
    <fieldset aria-label={`Delete ${file.name}?`}>
      <p>Delete this file permanently?</p>
      <Button compact variant="danger" loading={step === "busy"} onClick={() => void deleteFile()}>
        Delete
      </Button>
      {/* Focuses Keep, so that pressing Enter deletes nothing. */}
      <Button compact variant="secondary" autoFocus onClick={() => setStep("idle")}>
        Keep
      </Button>
    </fieldset>
  );
}
