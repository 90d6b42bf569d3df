import { useState } from "react";
import type { LegalCase } from "@/api/types";
import { shortDate } from "@/lib/dates";
import { centsOf, formatCents } from "@/lib/money";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { CalendarLink } from "@/parts/dates/CalendarLink";
import { formatMoment } from "@/parts/dates/formatMoment";
import { isOrWas } from "@/parts/dates/dueDate";
import { CaseNext } from "@/parts/legalHelp/cases/CaseNext";
import { CaseTimeline } from "@/parts/legalHelp/cases/CaseTimeline";
import type { CaseChange } from "@/parts/legalHelp/cases/ChangeDialog";
import type { CaseProps } from "@/parts/legalHelp/cases/useCaseSubmit";
import {
  dateAndTime,
  dueDateOfCase,
  isDecided,
  isFinished,
  licenseText,
  stepLabel,
  verdictText,
} from "@/parts/legalHelp/cases/caseLabels";
import { EventDocuments } from "@/parts/legalHelp/messages/EventDocuments";
import { MessagesPanel } from "@/parts/legalHelp/messages/MessagesPanel";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Chip } from "@/ui/feedback/Chip";
import { Portrait } from "@/ui/Portrait";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { photoOfLawyer, postChangeLawyer, postMoneyBack } from "../calls";
import { Consents } from "./Consents";
import css from "./cases.module.css";

const loadSign = () => import("./SignDialog");
const loadAnswer = () => import("./AnswerDialog");
const loadChange = () => import("@/parts/legalHelp/cases/ChangeDialog");

/** The request for another lawyer, offered while the lawyer's update is late. */
const CHANGE_LAWYER: CaseChange = {
  title: "Get another lawyer?",
  description:
    "Your lawyer stops working on your ticket, and we offer your case to other lawyers. A new lawyer costs you nothing more. If no lawyer accepts in time, you get your money back.",
  action: "Get another lawyer",
  working: "Saving...",
  send: ({ id, version }) => postChangeLawyer(id, version),
  success: {
    title: "Finding Another Lawyer",
    description: "We’re offering your case to other lawyers.",
  },
};

const moneyBackChange = (amount: string): CaseChange => ({
  title: "Get your money back?",
  description: `Your case wasn’t won, so we’ll refund ${amount} to the card you paid with. You still owe the fine.`,
  action: "Get your money back",
  working: "Refunding...",
  send: ({ id, version }) => postMoneyBack(id, version),
  success: { title: "Refund Started", description: `Your refund of ${amount} is on its way.` },
});

type Props = CaseProps & {
  now: number;
  /** True if the driver has paid the ticket, so that nothing is due and no options remain. */
  isTicketPaid: boolean;
};

/** A case on its driver's page: step, requests to the driver, next step, lawyer, court date, result and timeline. */
export function CaseProgress({ legalCase, now, isTicketPaid, ...access }: Props) {
  const { text, tone } = stepLabel(legalCase.step);
  return (
    <div className={css.case}>
      <p>
        <Chip tone={tone}>{text}</Chip>
      </p>
      {!isTicketPaid && <NotRepresented legalCase={legalCase} now={now} />}
      <Requests legalCase={legalCase} {...access} />
      <Consents legalCase={legalCase} now={now} {...access} />
      <CaseNext next={legalCase.next} update={updateText(legalCase, now)} now={now} />
      <Lawyer legalCase={legalCase} />
      <CourtDate legalCase={legalCase} />
      {legalCase.verdict && (
        <div className={css.stack}>
          <h3 className={css.title}>Result</h3>
          <p>{verdictText(legalCase.verdict)}</p>
        </div>
      )}
      <MessagesPanel
        side="driver"
        legalCase={legalCase}
        refetch={access.refetch}
        formatTime={(at) => formatMoment(at, now)}
      />
      <CaseTimeline
        isForDriver
        events={legalCase.events}
        formatTime={(at) => formatMoment(at, now)}
        documents={({ files: ids }) => (
          <EventDocuments side="driver" caseId={legalCase.id} ids={ids} />
        )}
      />
    </div>
  );
}

/** Returns a sentence with the date of the lawyer's next update; null if no update is due. */
const updateText = (legalCase: LegalCase, now: number): string | null =>
  legalCase.updateDue && !isFinished(legalCase)
    ? `Next update from your lawyer by ${formatMoment(legalCase.updateDue, now)}`
    : null;

/** Says that no lawyer represents the driver yet, or that none will. */
function NotRepresented({ legalCase, now }: { legalCase: LegalCase; now: number }) {
  const today = new Date(now);
  const dateText = (noun: string, date: string | null, textBeforeDate: string) =>
    date && ` Your ${noun} ${isOrWas(date, today)} ${textBeforeDate}${shortDate(date, today)}.`;
  const dueText = [
    dateText("ticket", dueDateOfCase(legalCase), "due "),
    dateText("court date", legalCase.courtDate, ""),
  ]
    .filter(Boolean)
    .join("");
  if (legalCase.isRepresented && !isFinished(legalCase)) return null;
  if (!isFinished(legalCase))
    return <Alert tone="info">No lawyer represents you yet.{dueText}</Alert>;
  if (legalCase.step === "closed") return null;
  return (
    <>
      <Alert tone="info">No lawyer represents you.{dueText}</Alert>
      <Options legalCase={legalCase} />
    </>
  );
}

/** Link to the ticket's remaining options. */
function Options({ legalCase: { ticketId, citation } }: { legalCase: LegalCase }) {
  // A ticket that is no longer on the record has no fine.
  if (ticketId === null || citation.fine === null) return null;
  const to = paths.options({ type: "ticket", id: ticketId });
  return (
    <Link className={buttonClass({ variant: "secondary" })} to={to}>
      See your options
    </Link>
  );
}

type DialogName = "sign" | "answer" | "change_lawyer" | "money_back";

/** What the driver has to do or may ask for: sign, answer an offer, another lawyer, or the money back. */
function Requests({ legalCase, ...access }: CaseProps) {
  const [open, setOpen] = useState<DialogName | null>(null);
  const dialogProps = (name: DialogName) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : null),
    legalCase,
    ...access,
  });
  const mustSign = legalCase.actions.includes("sign");
  const mustAnswer = legalCase.actions.includes("answer");
  const amount = formatCents(centsOf(legalCase.moneyBack ?? "0"));
  return (
    <>
      {mustSign && (
        <div className={css.asked}>
          <p>Your lawyer sent you an agreement. Once you sign it, they can represent you.</p>
          <Button block aria-haspopup="dialog" onClick={() => setOpen("sign")}>
            Read and sign
          </Button>
        </div>
      )}
      {mustAnswer && (
        <div className={css.asked}>
          <p>The prosecutor made an offer. Your lawyer needs your answer.</p>
          {legalCase.offer && <blockquote className={css.quote}>{legalCase.offer.text}</blockquote>}
          <Button block aria-haspopup="dialog" onClick={() => setOpen("answer")}>
            Answer the offer
          </Button>
        </div>
      )}
      {legalCase.actions.includes("change_lawyer") && (
        <div className={css.asked}>
          <p>
            Your lawyer’s update is late. You can get another lawyer, or end the case for a refund
            of what your lawyer hasn’t earned.
          </p>
          <Button block aria-haspopup="dialog" onClick={() => setOpen("change_lawyer")}>
            Get another lawyer
          </Button>
        </div>
      )}
      {legalCase.actions.includes("money_back") && (
        <div className={css.asked}>
          <p>
            Your lawyer didn’t win your case, so you can get {amount} back. You don’t have to prove
            anything.
          </p>
          <Button block aria-haspopup="dialog" onClick={() => setOpen("money_back")}>
            Get your money back
          </Button>
        </div>
      )}
      <LazyDialog load={loadChange} {...dialogProps("change_lawyer")} change={CHANGE_LAWYER} />
      <LazyDialog
        load={loadChange}
        {...dialogProps("money_back")}
        change={moneyBackChange(amount)}
      />
      <LazyDialog load={loadSign} {...dialogProps("sign")} />
      <LazyDialog load={loadAnswer} {...dialogProps("answer")} />
    </>
  );
}

function Lawyer({ legalCase: { id, lawyer, courtState } }: { legalCase: LegalCase }) {
  if (!lawyer) return null;
  const isMissing = courtState !== null && lawyer.licenseNumber === null;
  const license = isMissing
    ? `We don’t have this lawyer’s ${courtState} license yet. Our team is checking.`
    : licenseText(lawyer);
  return (
    <div className={css.stack}>
      <h3 className={css.title}>Your lawyer</h3>
      <div className={css.lawyer}>
        <Portrait name={lawyer.name} photo={lawyer.hasPhoto ? photoOfLawyer(id) : null} />
        <div>
          <p>{[lawyer.name, lawyer.firm].filter(Boolean).join(", ")}</p>
          {license && <p className={css.soft}>{license}</p>}
        </div>
      </div>
    </div>
  );
}

/** Says whether the driver has to appear in court. */
function Attendance({ legalCase: { isDriverExcused, citation } }: { legalCase: LegalCase }) {
  if (isDriverExcused)
    return <p className={css.soft}>You don’t have to go. Your lawyer will appear for you.</p>;
  return citation.isCourtRequired && <p>You have to be in court on this date.</p>;
}

function CourtDate({ legalCase }: { legalCase: LegalCase }) {
  if (!legalCase.courtDate || isFinished(legalCase) || isDecided(legalCase.step)) return null;
  return (
    <div className={css.stack}>
      <h3 className={css.title}>Court date</h3>
      <p>{dateAndTime(legalCase.courtDate, legalCase.courtTime)}</p>
      <Attendance legalCase={legalCase} />
      {legalCase.ticketId !== null && (
        <CalendarLink kind="ticket" id={legalCase.ticketId} compact />
      )}
    </div>
  );
}
