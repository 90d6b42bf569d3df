import { useState } from "react";
import type { LegalCase, PleaAnswer } from "@/api/types";
import { paths } from "@/lib/paths";
import { useDocumentTitle } from "@/lib/title";
import { BackLink } from "@/parts/BackLink";
import { formatMoment } from "@/parts/dates/formatMoment";
import { FailureNotice } from "@/parts/FailureNotice";
import { CaseNext } from "@/parts/legalHelp/cases/CaseNext";
import { CaseTimeline } from "@/parts/legalHelp/cases/CaseTimeline";
import type { CaseProps } from "@/parts/legalHelp/cases/useCaseSubmit";
import { verdictText } from "@/parts/legalHelp/cases/caseLabels";
import { EventDocuments } from "@/parts/legalHelp/messages/EventDocuments";
import { MessagesPanel } from "@/parts/legalHelp/messages/MessagesPanel";
import { FocusKeeper } from "@/ui/FocusKeeper";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { Page } from "@/ui/layout/Page";
import { CaseFacts } from "./case/CaseFacts";
import { DriverRecord } from "./case/DriverRecord";
import { OfferedCase } from "./case/OfferedCase";
import { WorkCard } from "./case/WorkCard";
import { describeStep, driverName, isOffered, nextTask } from "./caseText";
import css from "./lawyer.module.css";
import { useLawyerCase } from "./useLawyerCases";

/** The page of one of the lawyer's cases. Another lawyer's case is shown as not found. */
export function CasePage({ id }: { id: number }) {
  const { data, error, retrying, refetch, storeCase } = useLawyerCase(id);
  useDocumentTitle(data ? driverName(data) : `Case ${id}`);
  return (
    <Page className={css.page}>
      <BackLink to={paths.lawyer()}>Cases</BackLink>
      {data && <Case legalCase={data} onChanged={storeCase} refetch={refetch} />}
      {!data && <h1 className="visually-hidden">Case {id}</h1>}
      {!data && error && <FailureNotice error={error} mutate={refetch} isValidating={retrying} />}
      {!data && !error && <Loading label="Loading the case" height="24rem" />}
    </Page>
  );
}

function Case(props: CaseProps) {
  const { legalCase } = props;
  const [now] = useState(() => Date.now());
  const step = describeStep(legalCase);
  return (
    <>
      <div className={css.head}>
        <h1>{driverName(legalCase)}</h1>
        <Chip tone={step.tone}>{step.text}</Chip>
      </div>
      <div className={css.columns}>
        {/* If the clicked button disappears, the focus moves to this column. */}
        <FocusKeeper className={css.stack}>
          {isOffered(legalCase) ? (
            <OfferedCase {...props} now={now} />
          ) : (
            <>
              <WorkCard {...props} />
              <Progress legalCase={legalCase} now={now} />
              <ClientMessages {...props} now={now} />
              <DriverRecord {...props} />
            </>
          )}
        </FocusKeeper>
        <div className={css.stack}>
          <CaseFacts legalCase={legalCase} now={now} />
        </div>
      </div>
    </>
  );
}

/** Messages and files of the case, once the lawyer has accepted it. */
function ClientMessages({ legalCase, now, refetch }: CaseProps & { now: number }) {
  if (!legalCase.actions.includes("message") && legalCase.messages + legalCase.files === 0)
    return null;
  return (
    <Card title="Messages">
      <MessagesPanel
        side="lawyer"
        legalCase={legalCase}
        refetch={refetch}
        formatTime={(at) => formatMoment(at, now)}
      />
    </Card>
  );
}

/** The next step and the timeline, once the lawyer has accepted the case. */
function Progress({ legalCase, now }: { legalCase: LegalCase; now: number }) {
  return (
    <Card title="Progress">
      <div className={css.stack}>
        <CaseNext
          next={nextTask(legalCase)}
          update={
            legalCase.updateDue &&
            `Your next update is due by ${formatMoment(legalCase.updateDue, now)}`
          }
          now={now}
        />
        <Offer legalCase={legalCase} />
        {legalCase.verdict && <p>{verdictText(legalCase.verdict)}</p>}
        <CaseTimeline
          events={legalCase.events}
          formatTime={(at) => formatMoment(at, now)}
          documents={({ files }) => (
            <EventDocuments side="lawyer" caseId={legalCase.id} ids={files} />
          )}
        />
      </div>
    </Card>
  );
}

const OFFER_ANSWERS: Record<PleaAnswer, string> = {
  accept: "The driver accepted this offer:",
  refuse: "The driver rejected this offer:",
  ask: "The driver has a question about this offer:",
};

/** The prosecutor's offer and the driver's answer to it. */
function Offer({ legalCase: { offer } }: { legalCase: LegalCase }) {
  if (!offer) return null;
  return (
    <div className={css.stack}>
      <p>
        {offer.answer ? OFFER_ANSWERS[offer.answer] : "The driver hasn’t answered this offer yet:"}
      </p>
      <blockquote className={css.quote}>{offer.text}</blockquote>
    </div>
  );
}
