import FileDown from "lucide-react/icons/file-down";
import type { ReactNode } from "react";
import { download } from "@/api/download";
import type { CaseDriver, LegalCase } from "@/api/types";
import { clockText, formatDate } from "@/lib/dates";
import { lookUpLabel } from "@/lib/labels";
import { describeFine } from "@/lib/money";
import { displayPhone, telHref } from "@/lib/phone";
import { formatMoment } from "@/parts/dates/formatMoment";
import { dateAndTime, dueDateOfCase, OFFENSES } from "@/parts/legalHelp/cases/caseLabels";
import { readContact } from "@/parts/legalHelp/contact";
import { fileUrl } from "@/parts/legalHelp/messages/calls";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { Card } from "@/ui/layout/Card";
import { courtText, isOffered } from "../caseText";
import css from "../lawyer.module.css";

type Row = [name: string, value: ReactNode];

/** Facts for the lawyer: the driver's contact, citation, court and agreement. */
export function CaseFacts({ legalCase, now }: { legalCase: LegalCase; now: number }) {
  const { driver, citation, agreement } = legalCase;
  return (
    <>
      {driver && <DriverFacts driver={driver} />}
      <Facts
        title="Citation"
        rows={[
          ["Citation number", citation.number],
          ["Issuer", citation.issuer],
          ["Violation", citation.violation],
          ["Statute code", citation.violationCode],
          ["Offense class", !isOffered(legalCase) && lookUpLabel(OFFENSES, legalCase.offenseClass)],
          ["Issued on", formatDate(citation.issuedOn)],
          ["Time", clockText(citation.timeOfViolation)],
          ["Location", citation.location],
          ["Officer or agency", citation.issuingOfficerAgency],
          ["Points", citation.points],
          ["Fine", citation.fine && describeFine(citation.fine, citation.isEstimated)],
          ["Due date", formatDate(dueDateOfCase(legalCase))],
          ["Evidence", citation.evidenceProvided],
          ["Consequence", citation.consequence],
        ]}
      />
      <Facts
        title="Court"
        rows={[
          ["Court", courtText(legalCase)],
          ["Court required", citation.isCourtRequired && "Yes"],
          [
            "Court date",
            legalCase.courtDate && dateAndTime(legalCase.courtDate, legalCase.courtTime),
          ],
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

/** The contact that the driver chose for this hire first, then the account's if it differs. */
function DriverFacts({ driver }: { driver: CaseDriver }) {
  const chosen = readContact(driver.contactMethod, driver.contactValue);
  const account = { phone: displayPhone(driver.phone ?? ""), email: driver.email };
  return (
    <Facts
      title="Driver"
      rows={[
        ["Preferred phone", chosen.phone && <Phone number={chosen.phone} />],
        ["Preferred email", chosen.email && <Email address={chosen.email} />],
        ["Phone", account.phone !== chosen.phone && <Phone number={account.phone} />],
        [
          "Email",
          account.email && account.email !== chosen.email && <Email address={account.email} />,
        ],
      ]}
    />
  );
}

const Phone = ({ number }: { number: string }) =>
  number && <a href={telHref(number)}>{displayPhone(number)}</a>;

const Email = ({ address }: { address: string }) => <a href={`mailto:${address}`}>{address}</a>;

/** A card with the rows that have a value. Shows nothing if no row has one. */
function Facts({ title, rows }: { title: string; rows: readonly Row[] }) {
  const filled = rows.filter(([, value]) => value);
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
