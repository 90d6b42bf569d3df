import { FileDown } from "lucide-react";
import type { ReactNode } from "react";
import { download } from "@/api/download";
import type { LegalCase } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { centsOf, formatCents } from "@/lib/money";
import { displayPhone, telHref } from "@/lib/phone";
import { lookUpLabel } from "@/lib/labels";
import { formatMoment } from "@/parts/dates/formatMoment";
import { dateAndTime, OFFENSES } from "@/parts/legalHelp/cases/caseLabels";
import { fileUrl } from "@/parts/legalHelp/messages/calls";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { Card } from "@/ui/layout/Card";
import { courtText } from "../caseText";
import css from "../lawyer.module.css";

type Row = [name: string, value: ReactNode];

/** What the lawyer needs to know: the driver's contact, citation, court and agreement. */
export function CaseFacts({ of: legalCase, now }: { of: LegalCase; now: number }) {
  const { driver, citation, agreement } = legalCase;
  return (
    <>
      {(driver?.phone || driver?.email) && (
        <Facts
          title="Driver"
          of={[
            [
              "Phone",
              driver.phone && <a href={telHref(driver.phone)}>{displayPhone(driver.phone)}</a>,
            ],
            ["Email", driver.email && <a href={`mailto:${driver.email}`}>{driver.email}</a>],
          ]}
        />
      )}
      <Facts
        title="Citation"
        of={[
          ["Number", citation.number],
          ["Issuer", citation.issuer],
          ["Violation", citation.violation],
          ["Offense class", lookUpLabel(OFFENSES, legalCase.offenseClass)],
          ["Issued on", formatDate(citation.issuedOn)],
          ["Fine", citation.fine && formatCents(centsOf(citation.fine))],
          ["Due", formatDate(citation.dueDate)],
        ]}
      />
      <Facts
        title="Court"
        of={[
          ["Court", courtText(legalCase)],
          ["Date", legalCase.courtDate && dateAndTime(legalCase.courtDate, legalCase.courtTime)],
        ]}
      />
      {agreement && (
        <Card title="Agreement">
          <p>
            {agreement.signedAt
              ? `Signed by ${agreement.signedName} · ${formatMoment(agreement.signedAt, now)}`
              : `Sent ${formatMoment(agreement.sentAt, now)}, not signed yet`}
          </p>
          {agreement.fileId === null ? (
            <details className={css.agreement}>
              <summary>Show the agreement</summary>
              <p className={css.text}>{agreement.text}</p>
            </details>
          ) : (
            <DownloadLink
              href={fileUrl("lawyer", agreement.fileId)}
              onDownload={download}
              failureText="We couldn’t download the agreement. Please try again."
              icon={<FileDown size={18} aria-hidden="true" />}
              variant="text"
              compact
            >
              Download the agreement
            </DownloadLink>
          )}
        </Card>
      )}
    </>
  );
}

/** Facts that are known. */
function Facts({ title, of }: { title: string; of: readonly Row[] }) {
  const filled = of.filter(([, value]) => value);
  if (filled.length === 0) return null;
  return (
    <Card title={title}>
      <dl className={css.facts}>
        {filled.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
