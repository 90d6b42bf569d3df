import type { ReactNode } from "react";
import type { CourtAppearance, Standing, Ticket } from "@/api/types";
import { clockText, describeDueDate, formatDate } from "@/lib/dates";
import { withStyle } from "@/lib/loadStyle";
import { centsOf, formatCents } from "@/lib/money";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { lookUpLabel } from "@/lib/labels";
import { CalendarLink } from "@/parts/dates/CalendarLink";
import { useSession } from "@/parts/accounts/useSession";
import { NO_NUMBER } from "@/parts/drivingRecord/citation";
import { describeContestLink, showsContestLink } from "@/parts/drivingRecord/dispute";
import { dueDateOf } from "@/parts/dates/dueDate";
import { NOT_PAYABLE } from "@/parts/drivingRecord/notPayable";
import { describeRemainingCourt } from "@/parts/drivingRecord/court/remainingCourt";
import { thingsToKnow } from "@/parts/drivingRecord/thingsToKnow";
import { LazyItemFiles } from "@/parts/itemFiles/LazyItemFiles";
import { useAppearances } from "@/parts/drivingRecord/useRecords";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Chip } from "@/ui/feedback/Chip";
import { lazyComponent } from "@/ui/lazyComponent";
import { Dialog } from "@/ui/overlays/Dialog";
import css from "./DetailsDialog.module.css";

const MoneyTrail = lazyComponent(() =>
  withStyle("MoneyTrail", import("@/parts/payments/MoneyTrail")),
);

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  ticket: Ticket | null;
  now: Date;
};

export default function DetailsDialog({ ticket, now, ...dialog }: Props) {
  const { user } = useSession();
  const { data: appearances } = useAppearances({
    id: ticket?.isCourtRequired ? ticket.userId : null,
    viewerId: user?.id ?? null,
  });
  if (!ticket) return null;
  const due = describeDueDate({ ...ticket, dueDate: dueDateOf(ticket) }, now);
  return (
    <Dialog
      {...dialog}
      size="wide"
      isReadOnly
      title={ticket.violationType}
      footer={
        <>
          {ticket.hasUpcomingDate && <CalendarLink kind="ticket" id={ticket.id} block />}
          {user?.id === ticket.userId && showsContestLink(ticket) && (
            <Link
              className={buttonClass({ variant: "secondary", block: true })}
              to={paths.options({ type: "ticket", id: ticket.id, view: "letter" })}
            >
              {describeContestLink(ticket)}
            </Link>
          )}
          <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
            Close
          </Button>
        </>
      }
    >
      <p className={css.fine}>
        <strong>{formatCents(centsOf(ticket.fine))}</strong>
        {ticket.isEstimated && <Chip>Estimated</Chip>}
        {ticket.standing === "paid" && <Chip tone="good">Paid {formatDate(ticket.paidAt)}</Chip>}
        {(ticket.standing === "due" || ticket.standing === "with_lawyer") &&
          // A disputed ticket isn't due.
          !ticket.isDisputed &&
          due && <Chip tone={due.tone}>{due.text}</Chip>}
      </p>
      {ticket.standing === "paid" && (
        <MoneyTrail
          heading="h3"
          userId={ticket.userId}
          type="ticket"
          itemId={ticket.id}
          title={ticket.violationType}
        />
      )}
      <Violation ticket={ticket} />
      <Section title="Court Information">
        <Fact name="Court Required">{ticket.isCourtRequired ? "Yes" : "No"}</Fact>
        <Fact name="Court">{ticket.court?.name}</Fact>
        <Fact name="Court County">{ticket.court?.county}</Fact>
        <Fact name="Court State">{ticket.courtState}</Fact>
        {ticket.isCourtRequired && (
          <>
            <Fact name="Court Date">{formatDate(ticket.courtDate)}</Fact>
            <Fact name="Court Time">{formatCourtTime(ticket)}</Fact>
            {appearances && (
              <Fact name="You Must Appear">{describeAppearance(ticket, appearances, now)}</Fact>
            )}
          </>
        )}
      </Section>
      <Section title="Status & Payment">
        <Fact name="Status">{ticket.status}</Fact>
        <Fact name="Payment">{describeStanding(ticket)}</Fact>
        {ticket.notPayable && (
          <Fact name="Card Payment">{lookUpLabel(NOT_PAYABLE, ticket.notPayable)}</Fact>
        )}
        <Fact name="Disputed">{ticket.isDisputed ? "Yes" : "No"}</Fact>
        {ticket.letterSentOn && (
          <Fact name={ticket.isOwnFormSent ? "Form Sent On" : "Letter Sent On"}>
            {formatDate(ticket.letterSentOn)}
          </Fact>
        )}
      </Section>
      <Additional ticket={ticket} />
      <LazyItemFiles
        kind="ticket"
        id={ticket.id}
        heading="h3"
        isStaff={user?.id !== ticket.userId}
      />
    </Dialog>
  );
}

const describeStanding = ({ standing, awaitsLawyer }: Ticket): string =>
  awaitsLawyer
    ? "Unpaid. No lawyer represents you yet"
    : (lookUpLabel(STANDINGS, standing) ?? standing);

const STANDINGS: Record<Standing, string> = {
  due: "Unpaid",
  with_lawyer: "Unpaid. A lawyer is working on it",
  processing: "Payment processing",
  paid: "Paid",
  refunding: "Refund on its way",
  chargeback_open: "Your bank reversed the payment and is still reviewing it",
  settled_with_city: "Settled with the city",
  dismissed: "Dismissed. You don’t owe anything",
  being_checked: "Unpaid. You can pay it here once we’ve confirmed it",
};

/** The court time in the court's own time zone, wherever the driver is. */
const formatCourtTime = ({ courtTime: time }: Ticket) =>
  time && `${clockText(time)}, court’s local time`;

/**
 * Returns whether the driver must still appear in court, as text. Paying the fine doesn't change that.
 */
function describeAppearance(
  { id, standing }: Ticket,
  appearances: CourtAppearance[],
  now: Date,
): string {
  const court = appearances.find((one) => one.ticketId === id);
  if (!court) return "No longer";
  if (standing === "paid") return `Yes. ${describeRemainingCourt(court, now)}`;
  return court.courtDate
    ? "Yes"
    : "Yes. We don’t have the court date. Check your ticket or ask the court.";
}

function Violation({ ticket }: { ticket: Ticket }) {
  return (
    <Section title="Violation Information">
      <Fact name="Citation Number">{ticket.citationNumber ?? NO_NUMBER}</Fact>
      <Fact name="Issued By">{ticket.issuer}</Fact>
      <Fact name="Type">{ticket.violationType}</Fact>
      <Fact name="Code">{ticket.violationCode}</Fact>
      <Fact name="Issue Date">{formatDate(ticket.date)}</Fact>
      <Fact name="Time of Violation">{clockText(ticket.timeOfViolation)}</Fact>
      <Fact name="Due Date">{formatDate(dueDateOf(ticket))}</Fact>
      <Fact name="Location">{ticket.location}</Fact>
      <Fact name="Points">{ticket.points > 0 && ticket.points}</Fact>
      <Fact name="Issuing Officer/Agency">{ticket.issuingOfficerAgency}</Fact>
    </Section>
  );
}

function Additional({ ticket }: { ticket: Ticket }) {
  const { consequence, evidenceProvided } = ticket;
  const facts = thingsToKnow(ticket);
  if (!consequence && !evidenceProvided && facts.length === 0) return null;
  return (
    <Section title="Additional Information" isTall>
      <Fact name="Consequence">
        {consequence && <span className={css.consequence}>{consequence}</span>}
      </Fact>
      <Fact name="Things to Know">
        {facts.length > 0 && (
          <ul className={css.know}>
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name="Evidence Provided">{evidenceProvided}</Fact>
    </Section>
  );
}

function Section(props: { title: string; isTall?: boolean; children: ReactNode }) {
  return (
    <section className={css.section}>
      <h3 className={css.heading}>{props.title}</h3>
      <dl className={props.isTall ? css.tall : css.facts}>{props.children}</dl>
    </section>
  );
}

/** Shows a label with its value, or nothing if there is no value. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
