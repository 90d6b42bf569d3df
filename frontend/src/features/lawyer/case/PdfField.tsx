import type { ComponentProps } from "react";
import type { LegalCase } from "@/api/types";
import { FileUpload } from "@/parts/legalHelp/messages/Files";
import { useCaseFiles } from "@/parts/legalHelp/messages/useCaseFiles";
import { SelectField } from "@/ui/forms/SelectField";
import { CaseFilesState } from "./CaseFilesState";
import { newestOf } from "./newestFile";

type Props = Pick<ComponentProps<typeof SelectField>, "value" | "error" | "onChange"> & {
  legalCase: LegalCase;
  /** Called with the id of a file that was just uploaded, if it is a PDF. */
  onUploaded: (id: string) => void;
};

/** Chooses one of the lawyer's PDFs of the case, or uploads one. */
export function PdfField({ legalCase, onUploaded, ...field }: Props) {
  const { files, error, retrying, refetch } = useCaseFiles("lawyer", legalCase.id);
  if (!files)
    return <CaseFilesState error={error} retrying={retrying} onRetry={() => void refetch()} />;
  const pdfs = files.filter(({ isFromLawyer, kind }) => isFromLawyer && kind === "pdf");
  return (
    <>
      <SelectField
        label="PDF"
        placeholder={pdfs.length > 0 ? "Choose" : "You haven’t added a PDF yet"}
        options={pdfs.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...field}
      />
      <FileUpload
        side="lawyer"
        id={legalCase.id}
        count={files.length}
        onUploaded={async () => {
          const added = newestOf(files, (await refetch())?.files);
          if (added?.kind === "pdf") onUploaded(String(added.id));
        }}
      />
    </>
  );
}
