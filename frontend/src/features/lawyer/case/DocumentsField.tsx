import { useId } from "react";
import type { LegalCase } from "@/api/types";
import { FileUpload } from "@/parts/legalHelp/messages/Files";
import { useCaseFiles } from "@/parts/legalHelp/messages/useCaseFiles";
import { Alert } from "@/ui/feedback/Alert";
import { Checkbox } from "@/ui/forms/Checkbox";
import css from "../lawyer.module.css";
import { CaseFilesState } from "./CaseFilesState";
import { newestOf } from "./newestFile";
import type { StepDocuments } from "./stepForm";

type Props = {
  legalCase: LegalCase;
  /** True for a decision or a deferral, which need the court's document. */
  isNeeded: boolean;
  documents: StepDocuments;
  error: string | undefined;
  onChange: (change: (previous: StepDocuments) => StepDocuments) => void;
};

/** Chooses the files of the case that document a step, or uploads one. */
export function DocumentsField({ legalCase, isNeeded, documents, error, onChange }: Props) {
  const { files, error: failure, retrying, refetch } = useCaseFiles("lawyer", legalCase.id);
  const errorId = useId();
  const describe = {
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? errorId : undefined,
  } as const;
  // An upload may end after other files were chosen, so the change starts from the latest state.
  const select = (id: number, isSelected: boolean) =>
    onChange((previous) => {
      const others = previous.files.filter((chosen) => chosen !== id);
      return { ...previous, files: isSelected ? [...others, id] : others };
    });
  return (
    <fieldset className={css.documents}>
      <legend className={css.legend}>
        {isNeeded ? "The court’s document" : "Documents (optional)"}
      </legend>
      <p className={css.soft}>The driver can open the documents in their timeline.</p>
      {error && (
        <div id={errorId}>
          <Alert>{error}</Alert>
        </div>
      )}
      {!files && (
        <CaseFilesState error={failure} retrying={retrying} onRetry={() => void refetch()} />
      )}
      {files?.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={documents.files.includes(id)}
          {...describe}
          onChange={({ target }) => select(id, target.checked)}
        />
      ))}
      {files && legalCase.actions.includes("message") && (
        <FileUpload
          side="lawyer"
          id={legalCase.id}
          count={files.length}
          onUploaded={async () => {
            const added = newestOf(files, (await refetch())?.files);
            if (added) select(added.id, true);
          }}
        />
      )}
      {isNeeded && documents.files.length === 0 && (
        <Checkbox
          label="The court hasn’t sent a document yet"
          checked={documents.isPending}
          {...describe}
          onChange={({ target: { checked } }) =>
            onChange((previous) => ({ ...previous, isPending: checked }))
          }
        />
      )}
    </fieldset>
  );
}
