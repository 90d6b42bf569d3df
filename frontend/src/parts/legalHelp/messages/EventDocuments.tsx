import FileDown from "lucide-react/icons/file-down";
import { download } from "@/api/download";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { fileUrl, type Side } from "./calls";
import css from "./messages.module.css";
import { useCaseFiles } from "./useCaseFiles";

type Props = {
  side: Exclude<Side, "staff">;
  caseId: number;
  ids: readonly number[];
};

/** Links to the documents of a step. Only the number is shown to a lawyer who may no longer read them. */
export function EventDocuments({ side, caseId, ids }: Props) {
  const { files } = useCaseFiles(side, caseId, ids.length > 0);
  const documents = files?.filter(({ id }) => ids.includes(id)) ?? [];
  if (documents.length === 0) return <DocumentCount count={ids.length} />;
  return (
    <ul className={css.list} aria-label="Documents">
      {documents.map(({ id, name }) => (
        <li key={id} className={css.file}>
          <DownloadLink
            href={fileUrl(side, id)}
            onDownload={download}
            failureText="We couldn’t download the document. Please try again."
            icon={<FileDown size={18} aria-hidden="true" />}
            variant="text"
            compact
          >
            <span className={css.text}>{name}</span>
          </DownloadLink>
        </li>
      ))}
    </ul>
  );
}

/** Shows the number of a step's documents. Staff, and a lawyer who may no longer read them, see only this number. */
export function DocumentCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className={css.soft}>
      {count} {count === 1 ? "document" : "documents"}
    </p>
  );
}
