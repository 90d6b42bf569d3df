import Scale from "lucide-react/icons/scale";
import { useState } from "react";
import type { LegalCase } from "@/api/types";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { FailureNotice } from "@/parts/FailureNotice";
import { deadlineChip } from "@/parts/legalHelp/cases/deadline";
import { HOW_MATCHED, isFinished } from "@/parts/legalHelp/cases/caseLabels";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Page } from "@/ui/layout/Page";
import { courtText, describeStep, driverName, isOffered, nextTask } from "./caseText";
import css from "./lawyer.module.css";
import { Statements } from "./Statements";
import { useLawyerCases } from "./useLawyerCases";

/**
 * The lawyer's cases: offers to answer, open cases by their nearest deadline, and closed ones. Also the monthly fees.
 */
export function CaseList() {
  useDocumentTitle("Cases");
  const { data, error, isValidating, mutate } = useLawyerCases();
  const open = data?.filter((legalCase) => !isFinished(legalCase)) ?? [];
  const offeredCases = open.filter(isOffered);
  return (
    <Page width="list" className={css.page}>
      <h1>Cases</h1>
      {data?.length === 0 && (
        <EmptyState icon={<Scale aria-hidden="true" />} title="No cases yet">
          Case offers show up here. We’ll email you about each one.
        </EmptyState>
      )}
      <p className={css.soft}>{HOW_MATCHED}</p>
      <Group title="Offered to you" cases={offeredCases} />
      <Group title="Your cases" cases={open.filter((legalCase) => !isOffered(legalCase))} />
      <Group title="Closed" cases={data?.filter(isFinished) ?? []} />
      {!data && error && <FailureNotice {...{ error, mutate, isValidating }} />}
      {!data && !error && <Loading label="Loading your cases" height="18rem" />}
      {data && <Statements />}
    </Page>
  );
}

function Group({ title, cases }: { title: string; cases: readonly LegalCase[] }) {
  if (cases.length === 0) return null;
  return (
    <section className={css.group} aria-label={title}>
      <h2 className={css.title}>{title}</h2>
      <ul className={css.list}>
        {cases.map((legalCase) => (
          <Row key={legalCase.id} legalCase={legalCase} />
        ))}
      </ul>
    </section>
  );
}

function Row({ legalCase }: { legalCase: LegalCase }) {
  const [now] = useState(() => Date.now());
  const step = describeStep(legalCase);
  const next = nextTask(legalCase);
  const deadline = next?.by
    ? deadlineChip(next.by, now, { label: isOffered(legalCase) ? "Answer by" : "Signature by" })
    : legalCase.updateDue &&
      !isFinished(legalCase) &&
      deadlineChip(legalCase.updateDue, now, { label: "Your next case update is due" });
  return (
    <li className={css.row}>
      <div className={css.words}>
        <Link className={css.name} to={paths.lawyer(legalCase.id)}>
          {driverName(legalCase)}
        </Link>
        <p className={css.soft}>
          {[legalCase.citation.violation, courtText(legalCase), legalCase.citation.number]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {next && <p className={css.soft}>{next.text}</p>}
      </div>
      <div className={css.chips}>
        <Chip tone={step.tone}>{step.text}</Chip>
        {legalCase.unreadMessages > 0 && (
          <Chip tone="info">
            {legalCase.unreadMessages} new {legalCase.unreadMessages === 1 ? "message" : "messages"}
          </Chip>
        )}
        {deadline && <Chip tone={deadline.tone}>{deadline.text}</Chip>}
      </div>
    </li>
  );
}
