import Download from "lucide-react/icons/download";
import FileDown from "lucide-react/icons/file-down";
import { download } from "@/api/download";
import type { OwnStatement } from "@/api/types";
import { REVALIDATE_ON_MOUNT, useRead } from "@/api/useRead";
import { formatDate } from "@/lib/dates";
import { centsOf, formatCents } from "@/lib/money";
import { formatMonth } from "@/parts/dates/formatMonth";
import { FailureNotice } from "@/parts/FailureNotice";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { Chip } from "@/ui/feedback/Chip";
import { getStatements, STATEMENTS_FILE, STATEMENTS_KEY, statementPdfUrl } from "./calls";
import css from "./lawyer.module.css";

const FAILURE = "We couldn’t download the file. Please try again.";

/** The lawyer's monthly fees, if there are any. */
export function Statements() {
  const { data, error, isValidating, mutate } = useRead(
    STATEMENTS_KEY,
    getStatements,
    REVALIDATE_ON_MOUNT,
  );
  if (!data && error) return <FailureNotice {...{ error, mutate, isValidating }} />;
  if (!data || data.length === 0) return null;
  return (
    <section className={css.group} aria-label="Your monthly fee to Lanewise">
      <h2 className={css.title}>Your monthly fee to Lanewise</h2>
      <ul className={css.list}>
        {data.map((statement) => (
          <Row key={statement.id} statement={statement} />
        ))}
      </ul>
      <DownloadLink
        href={STATEMENTS_FILE}
        onDownload={download}
        failureText={FAILURE}
        icon={<Download size={18} aria-hidden="true" />}
        variant="secondary"
        compact
      >
        Download all as CSV
      </DownloadLink>
    </section>
  );
}

function Row({ statement }: { statement: OwnStatement }) {
  const month = formatMonth(statement.month);
  return (
    <li className={css.row}>
      <div className={css.words}>
        <p>
          <strong>{month}</strong> · {formatCents(centsOf(statement.fee))}
        </p>
        <p className={css.soft}>{statement.number}</p>
      </div>
      <div className={css.chips}>
        {statement.paidOn ? (
          <Chip tone="good">Paid {formatDate(statement.paidOn)}</Chip>
        ) : (
          <Chip tone="warn">Not paid yet</Chip>
        )}
        <DownloadLink
          href={statementPdfUrl(statement.id)}
          onDownload={download}
          failureText={FAILURE}
          icon={<FileDown size={18} aria-hidden="true" />}
          variant="text"
          compact
        >
          PDF<span className="visually-hidden"> for {month}</span>
        </DownloadLink>
      </div>
    </li>
  );
}
