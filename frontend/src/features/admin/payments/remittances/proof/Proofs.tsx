import FileDown from "lucide-react/icons/file-down";
import { useState } from "react";
import { ApiError } from "@/api/client";
import { download } from "@/api/download";
import type { Proof } from "@/api/types";
import { formatSize } from "@/ui/forms/fileSize";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { FileField } from "@/ui/desk/FileField";
import { FocusKeeper } from "@/ui/FocusKeeper";
import { ProgressBar } from "@/ui/feedback/ProgressBar";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { toast } from "@/ui/overlays/toast";
import { RelativeTime } from "../../../desk/RelativeTime";
import { RowAction } from "../../../table/cells/RowAction";
import { postProof, proofFile, refreshMoney } from "../calls";
import table from "../../../table/rows/TableFrame.module.css";
import css from "../remittances.module.css";
import { describeRemittanceRefusal } from "../remittanceTexts";

const MAX_PROOFS = 5;
const MAX_BYTES = 10 * 1024 * 1024;
const TOO_LARGE = "This file is larger than 10 MB.";

const loadRemove = () => import("./RemoveProofDialog");

type Props = { remittance: number; proofs: readonly Proof[] };

/** Files that show that a remittance was sent: upload, download and delete. */
export function Proofs({ remittance, proofs }: Props) {
  const [removed, setRemoved] = useState<Proof | null>(null);
  return (
    <section className={css.body} aria-label="Proof">
      <h3 className={css.title}>Proof</h3>
      <FocusKeeper className={table.frame}>
        {proofs.length > 0 && (
          <ul className={css.proofs}>
            {proofs.map((proof) => (
              <li key={proof.id} className={css.proof}>
                <ProofLink proof={proof} />
                <RowAction
                  aria-haspopup="dialog"
                  aria-label={`Delete ${proof.name}`}
                  onClick={() => setRemoved(proof)}
                >
                  Delete
                </RowAction>
              </li>
            ))}
          </ul>
        )}
      </FocusKeeper>
      {proofs.length < MAX_PROOFS ? (
        <ProofUpload remittance={remittance} />
      ) : (
        <p className={css.soft}>You can attach up to five files. Delete one to add another.</p>
      )}
      {removed && (
        <LazyDialog
          load={loadRemove}
          open
          onOpenChange={(open) => !open && setRemoved(null)}
          proof={removed}
        />
      )}
    </section>
  );
}

/** A proof to download, with its size, uploader and time. */
export function ProofLink({ proof }: { proof: Proof }) {
  return (
    <div className={css.proofWords}>
      <DownloadLink
        href={proofFile(proof.id)}
        onDownload={download}
        failureText="We couldn’t download the file. Please try again."
        icon={<FileDown size={18} aria-hidden="true" />}
        variant="text"
        compact
      >
        <span className={css.fileName}>{proof.name}</span>
      </DownloadLink>
      <p className={css.soft}>
        {proof.kind.toUpperCase()}, {formatSize(proof.bytes)} · {proof.addedBy ?? "Former staff"},{" "}
        <RelativeTime at={proof.addedAt} nowText="just now" />
      </p>
    </div>
  );
}

function ProofUpload({ remittance }: { remittance: number }) {
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const [fileError, setFileError] = useState<string>();

  async function upload(chosen: File | null) {
    setFile(chosen);
    setFileError(undefined);
    setSent(0);
    if (!chosen) return;
    if (chosen.size > MAX_BYTES) return rejectFile(TOO_LARGE);
    try {
      await postProof(remittance, chosen, setSent);
      toast({ title: "Proof Uploaded", description: chosen.name });
      setFile(null);
      await refreshMoney();
    } catch (error) {
      rejectFile(describeUploadError(error));
      void refreshMoney();
    }
  }
  function rejectFile(sentence: string) {
    setFile(null);
    setFileError(sentence);
  }
  return (
    <>
      <FileField
        label="Upload proof"
        hint="A PDF, JPEG or PNG up to 10 MB, such as a bank statement or the authority’s receipt. Only staff can see it."
        error={fileError}
        name="proof"
        accept="application/pdf,image/jpeg,image/png,.pdf,.jpg,.jpeg,.png"
        fileKind="a file"
        file={file}
        disabled={file !== null}
        onFile={(chosen) => void upload(chosen)}
      />
      {file && (
        <ProgressBar
          label={sent < file.size ? "Uploading the file" : "Checking the file"}
          value={sent}
          max={file.size}
        />
      )}
    </>
  );
}

/** Returns the server's message about the file if there is one. */
function describeUploadError(error: unknown): string {
  if (!(error instanceof ApiError)) return describeRemittanceRefusal(error);
  if (error.status === 413) return TOO_LARGE;
  return error.fields.file ?? error.fields.fileName ?? describeRemittanceRefusal(error);
}
