import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { download } from "@/api/download";
import { shortDate } from "@/lib/dates";
import { centsOf, formatDecimal } from "@/lib/money";
import { files, paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { moment } from "@/parts/dates/moment";
import { CaseNext } from "@/parts/legalHelp/cases/CaseNext";
import { CaseTimeline } from "@/parts/legalHelp/cases/CaseTimeline";
import type { LegalCase } from "@/parts/legalHelp/cases/types";
import type { CaseProps } from "@/parts/legalHelp/cases/useCaseSubmit";
import {
  dateAndTime,
  isOver,
  licenseText,
  stepWords,
  verdictText,
} from "@/parts/legalHelp/cases/words";
import { MessagesPanel } from "@/parts/legalHelp/messages/MessagesPanel";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { Alert } from "@/ui/feedback/Alert";
import { Chip } from "@/ui/feedback/Chip";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { Consents } from "./Consents";
import css from "./cases.module.css";

const loadSign = () => import("./SignDialog");
const loadAnswer = () => import("./AnswerDialog");

type Props = CaseProps & {
  now: number;
  /** The driver has paid the ticket, so nothing is due and there is nothing left to choose. */
  isTicketPaid: boolean;
};

/** A case on its driver's page: step, requests to the driver, next step, lawyer, court date, result and timeline. */
export function CaseProgress({ of, now, isTicketPaid, ...access }: Props) {
  const { text, tone } = stepWords(of.step);
  return (
    <div className={css.case}>
      <p>
        <Chip tone={tone}>{text}</Chip>
      </p>
      {!isTicketPaid && <Represented of={of} now={now} />}
      <Asked of={of} {...access} />
      <Consents of={of} now={now} {...access} />
      <CaseNext of={of} now={now} />
      <Lawyer of={of} />
      <CourtDate of={of} />
      {of.verdict && (
        <div className={css.stack}>
          <h3 className={css.title}>Result</h3>
          <p>{verdictText(of.verdict)}</p>
        </div>
      )}
      <MessagesPanel
        side="driver"
        of={of}
        reread={access.reread}
        formatTime={(at) => moment(at, now)}
      />
      <CaseTimeline events={of.events} formatTime={(at) => moment(at, now)} />
    </div>
  );
}

/** Says that no lawyer represents the driver yet, or that none will. */
function Represented({ of, now }: { of: LegalCase; now: number }) {
  const due = shortDate(of.citation.dueDate, new Date(now));
  const dueText = due && ` Your ticket is due ${due}.`;
  if (of.isRepresented && !isOver(of)) return null;
  if (!isOver(of)) return <Alert tone="info">No lawyer represents you yet.{dueText}</Alert>;
  if (of.step === "closed") return null;
  return (
    <>
      <Alert tone="info">No lawyer represents you.{dueText}</Alert>
      <Options of={of} />
    </>
  );
}

/** Link to the choices that remain for the ticket. */
function Options({ of: { ticketId, citation } }: { of: LegalCase }) {
  if (ticketId === null) return null;
  const cents = centsOf(citation.fine ?? "0");
  const to = paths.pay({ type: "ticket", amount: formatDecimal(cents), id: ticketId });
  return (
    <Link className={buttonClass({ variant: "secondary" })} to={to}>
      See your options
    </Link>
  );
}

/** What the driver has to do: sign the agreement or answer an offer. */
function Asked({ of, ...access }: CaseProps) {
  const [open, setOpen] = useState<"sign" | "answer" | null>(null);
  const dialog = (what: "sign" | "answer") => ({
    open: open === what,
    onOpenChange: (next: boolean) => setOpen(next ? what : null),
    of,
    ...access,
  });
  const mustSign = of.actions.includes("sign");
  const mustAnswer = of.actions.includes("answer");
  return (
    <>
      {mustSign && (
        <div className={css.asked}>
          <p>Your lawyer sent you an agreement. They can act for you once you sign it.</p>
          <Button block aria-haspopup="dialog" onClick={() => setOpen("sign")}>
            Read and sign
          </Button>
        </div>
      )}
      {mustAnswer && (
        <div className={css.asked}>
          <p>The prosecutor made an offer. Your lawyer needs your answer.</p>
          {of.offer && <blockquote className={css.quote}>{of.offer.text}</blockquote>}
          <Button block aria-haspopup="dialog" onClick={() => setOpen("answer")}>
            Answer the offer
          </Button>
        </div>
      )}
      <LazyDialog load={loadSign} {...dialog("sign")} />
      <LazyDialog load={loadAnswer} {...dialog("answer")} />
    </>
  );
}

function Lawyer({ of: { lawyer } }: { of: LegalCase }) {
  if (!lawyer) return null;
  const license = licenseText(lawyer);
  return (
    <div className={css.stack}>
      <h3 className={css.title}>Your lawyer</h3>
      <p>{[lawyer.name, lawyer.firm].filter(Boolean).join(", ")}</p>
      {license && <p className={css.soft}>{license}</p>}
    </div>
  );
}

function CourtDate({ of }: { of: LegalCase }) {
  if (!of.courtDate || isOver(of)) return null;
  return (
    <div className={css.stack}>
      <h3 className={css.title}>Court date</h3>
      <p>{dateAndTime(of.courtDate, of.courtTime)}</p>
      {of.ticketId !== null && (
        <DownloadLink
          href={files.calendar("ticket", of.ticketId)}
          onDownload={download}
          failed="We couldn’t download the calendar entry. Please try again."
          icon={<CalendarPlus size={20} aria-hidden="true" />}
          variant="secondary"
          compact
        >
          Add to calendar
        </DownloadLink>
      )}
    </div>
  );
}
