import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { LegalCase } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { lookUpLabel } from "@/lib/labels";
import { FailureNotice } from "@/parts/FailureNotice";
import { CaseTimeline } from "@/parts/legalHelp/cases/CaseTimeline";
import { CONTACT_WARNING_MS, deadlineChip } from "@/parts/legalHelp/cases/deadline";
import {
  ANSWERS,
  dateAndTime,
  dueDateOfCase,
  GUARANTEE_RESULTS,
  handlingText,
  isDecided,
  isFinished,
  licenseText,
  OFFENSES,
  stepLabel,
  unlicensedText,
  verdictText,
} from "@/parts/legalHelp/cases/caseLabels";
import { DocumentCount } from "@/parts/legalHelp/messages/EventDocuments";
import { Alert } from "@/ui/feedback/Alert";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { HISTORY } from "../../desk/live/liveLists";
import { refresh } from "../../desk/live/refresh";
import { formatExactTime } from "../../desk/times";
import { Facts } from "../../queue/view/Facts";
import { CASE_KEY, getCase } from "../caseCalls";
import { CaseActions } from "./CaseActions";
import { CaseMessages } from "./CaseMessages";
import css from "./cases.module.css";

type Props = {
  id: number;
  /** Paths of the calls to refresh after a change. Their lists show the hire's status, which the case sets. */
  lists: readonly string[];
};

/** A hire’s case in its record: buttons for staff, deadlines and timeline. */
export function CasePanel({ id, lists }: Props) {
  const { data, error, isValidating, mutate } = useSWR<LegalCase, Error>(
    [CASE_KEY, id],
    () => getCase(id),
    { ...REVALIDATE_ON_MOUNT, keepPreviousData: false },
  );
  const access = {
    refetch: () => mutate(),
    onChanged: (next: LegalCase) => {
      void mutate(next, { revalidate: false });
      void refresh(...lists, CASE_KEY, HISTORY);
    },
  };
  return (
    <section className={css.case} aria-label="Case">
      <div className={css.head}>
        <h3 className={css.title}>Case</h3>
        {data && <Chip tone={stepLabel(data.step).tone}>{stepLabel(data.step).text}</Chip>}
        {data && handlingText(data.handling) && <Chip>{handlingText(data.handling)}</Chip>}
        {data?.isLabelByStaff && <span className={css.soft}>Hire’s status set by staff</span>}
      </div>
      {data && (
        <>
          <Unlicensed legalCase={data} />
          <CaseActions legalCase={data} {...access} />
          <Facts facts={factsOf(data)} />
          <CaseMessages legalCase={data} {...access} />
          <CaseTimeline
            events={data.events}
            formatTime={formatExactTime}
            documents={({ files }) => <DocumentCount count={files.length} />}
            hiddenNoteText="Private note between driver and lawyer"
          />
        </>
      )}
      {!data && error && (
        <FailureNotice title="We couldn’t load the case" {...{ error, mutate, isValidating }} />
      )}
      {!data && !error && <Loading label="Loading the case" height="16rem" />}
    </section>
  );
}

function Unlicensed({ legalCase }: { legalCase: LegalCase }) {
  const warning = unlicensedText(legalCase, legalCase.courtState);
  return warning && <Alert>{warning}</Alert>;
}

function Deadline({ by, warningMs }: { by: string; warningMs?: number | undefined }) {
  const { tone, text } = deadlineChip(by, Date.now(), { ...(warningMs && { warningMs }) });
  return <Chip tone={tone}>{text}</Chip>;
}

function factsOf(legalCase: LegalCase) {
  const { lawyer, agreement, verdict, offer } = legalCase;
  const isOver = isFinished(legalCase) || isDecided(legalCase.step);
  const renderDeadline = (by: string | null, warningMs?: number) =>
    by && !isOver && <Deadline by={by} warningMs={warningMs} />;
  const isUnsigned = legalCase.step === "accepted";
  return [
    { name: "Next step shown to the driver", value: legalCase.next?.text, wide: true },
    { name: "Lawyer", value: lawyer && [lawyer.name, lawyer.firm].filter(Boolean).join(", ") },
    { name: "License", value: lawyer && licenseText(lawyer) },
    {
      name: "Court",
      value: [legalCase.courtName ?? "Unknown court", legalCase.courtState]
        .filter(Boolean)
        .join(", "),
    },
    { name: "Offense class", value: lookUpLabel(OFFENSES, legalCase.offenseClass) },
    {
      name: "Court date",
      value: legalCase.courtDate && dateAndTime(legalCase.courtDate, legalCase.courtTime),
    },
    {
      name: legalCase.contactedAt ? "Driver contacted" : "Deadline to contact the driver",
      value: legalCase.contactedAt
        ? formatExactTime(legalCase.contactedAt)
        : renderDeadline(legalCase.contactBy, CONTACT_WARNING_MS),
    },
    { name: "Deadline for the lawyer to answer", value: renderDeadline(legalCase.answerBy) },
    {
      name: isUnsigned ? "Deadline for the driver to sign" : "Deadline for a lawyer to accept",
      value: !legalCase.isRepresented && renderDeadline(legalCase.acceptBy),
    },
    { name: "Lawyer’s next update due", value: renderDeadline(legalCase.updateDue) },
    {
      name: "Agreement",
      value:
        agreement &&
        [
          agreement.signedAt
            ? `Signed ${formatExactTime(agreement.signedAt)}`
            : `Sent ${formatExactTime(agreement.sentAt)}, not signed`,
          agreement.fileId !== null && "PDF attached",
        ]
          .filter(Boolean)
          .join(", "),
    },
    {
      name: "Prosecutor’s offer",
      value: offer && (offer.answer ? lookUpLabel(ANSWERS, offer.answer) : "Not answered"),
    },
    { name: "Result", value: verdict && verdictText(verdict), wide: true },
    {
      name: "Result under the guarantee",
      value: verdict?.guarantee && lookUpLabel(GUARANTEE_RESULTS, verdict.guarantee),
    },
    {
      name: "Ticket due date",
      value: formatDate(verdict?.due ?? dueDateOfCase(legalCase)),
    },
  ];
}
