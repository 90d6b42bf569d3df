import Ban from "lucide-react/icons/ban";
import Clock from "lucide-react/icons/clock";
import Mail from "lucide-react/icons/mail";
import Phone from "lucide-react/icons/phone";
import { useState } from "react";
import type { HireStatus, LawyerHire, LegalCase } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { centsOf, formatCents } from "@/lib/money";
import { lookUpLabel } from "@/lib/labels";
import { formatMoment } from "@/parts/dates/formatMoment";
import { citationText } from "@/parts/drivingRecord/citation";
import { ContactDialog } from "@/parts/legalHelp/ContactDialog";
import { handlingOf, isDecided, isFinished } from "@/parts/legalHelp/cases/caseLabels";
import { readContact } from "@/parts/legalHelp/contact";
import { canceledText, refundCents } from "@/parts/legalHelp/refund";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Chip, type Tone } from "@/ui/feedback/Chip";
import { Card } from "@/ui/layout/Card";
import shapes from "@/ui/layout/shapes.module.css";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { CancelDialog } from "./CancelDialog";
import { CaseOfHire } from "./cases/CaseOfHire";
import type { DriverCases } from "./cases/useCases";
import { formatTimeLeft } from "./formatTimeLeft";
import css from "./HireCard.module.css";

const loadEnd = () => import("./cases/EndDialog");

type Props = {
  hire: LawyerHire;
  cases: DriverCases;
  now: number;
  onChanged: (hire: LawyerHire) => void;
  onCaseChanged: () => void;
};

/** Chip and explanation by status. Null for a cancelled hire, which shows its refund instead. */
const STATUS_TEXTS: Record<HireStatus, { tone: Tone; text: string } | null> = {
  Pending: { tone: "warn", text: "We have your case and are choosing a lawyer for you." },
  "In Progress": { tone: "info", text: "A lawyer is working on your case." },
  Contacted: { tone: "info", text: "Your lawyer has been in touch with you." },
  Completed: { tone: "good", text: "Your case is closed." },
  Cancelled: null,
};

export function HireCard(props: Props) {
  const { hire, cases, now } = props;
  const isMatched = handlingOf(hire) === "matched";
  const legalCase = (isMatched && cases.cases?.find(({ id }) => id === hire.id)) || null;
  // The case's step decides whether the hire is over, because staff may set the hire's status by
  // hand. A cancelled hire with a refund is over even if the case shown here is out of date.
  const isCancelled = hire.status === "Cancelled" && (!legalCase || hire.refund !== null);
  const isOver = legalCase && isFinished(legalCase) && legalCase.refundAtCancel === null;
  const isActive = !isCancelled && !isOver;
  const amount = formatCents(centsOf(hire.amount));
  // The hire of a decided case keeps its status. If the case was lost, the price may still be refunded.
  const hasDecision = legalCase !== null && isDecided(legalCase.step);
  const refundedAmount = formatCents(refundCents(hire));
  const { citationNumber = null, issuer = null } = hire;
  const citation = citationText({ citationNumber, issuer });
  return (
    <Card
      title={hire.violationType ?? "Traffic ticket"}
      aside={<Status hire={hire} />}
      aria-label={`Lawyer for ${hire.violationType ?? "a traffic ticket"}`}
    >
      <p className={shapes.total}>{amount}</p>
      <dl className={css.facts}>
        {citation && (
          <div>
            <dt>Citation</dt>
            <dd>{citation}</dd>
          </div>
        )}
        <div>
          <dt>Hired</dt>
          <dd>{formatDate(hire.createdAt)}</dd>
        </div>
        {hire.ticketId !== null && (
          <div>
            <dt>Ticket ID</dt>
            <dd>#{hire.ticketId}</dd>
          </div>
        )}
        <div>
          <dt>Confirmation number</dt>
          <dd>{hire.confirmationNumber}</dd>
        </div>
      </dl>
      {isMatched && (
        <CaseOfHire hire={hire} cases={cases} now={now} onChanged={props.onCaseChanged} />
      )}
      {hire.isTicketPaid && (isActive || legalCase) && <TicketPaid legalCase={legalCase} />}
      {isActive ? (
        <ActiveHire {...props} amount={amount} legalCase={legalCase} />
      ) : (
        <Refund hire={hire} amount={refundedAmount} />
      )}
      {isActive && hasDecision && <Refund hire={hire} amount={refundedAmount} />}
    </Card>
  );
}

/** Says that the ticket is paid, and whether the driver's payment ended the case. */
function TicketPaid({ legalCase }: { legalCase: LegalCase | null }) {
  if (!legalCase?.events.some(({ kind }) => kind === "ticket_paid"))
    return <Alert tone="info">This ticket is paid.</Alert>;
  return (
    <Alert tone="info" title="You have paid this ticket">
      Because you paid it, your lawyer has stopped working on it.
    </Alert>
  );
}

function Status({ hire }: { hire: LawyerHire }) {
  if (hire.status !== "Cancelled")
    return <Chip tone={lookUpLabel(STATUS_TEXTS, hire.status)?.tone}>{hire.status}</Chip>;
  return (
    <Chip icon={<Ban aria-hidden="true" />}>
      {hire.refund === "refunded" ? canceledText(hire) : "Cancelled"}
    </Chip>
  );
}

/** The state of the refund of a hire's price. */
function Refund({ hire, amount }: { hire: LawyerHire; amount: string }) {
  switch (hire.refund) {
    case "refunded":
      return (
        <p className={css.means}>
          We refunded {amount} to your card. It can take 5-10 business days to show up.
        </p>
      );
    case "failed":
      return (
        <Alert title="Your refund failed, and we’re working on it">
          The {amount} didn’t reach your card. Our team will get it to you. You don’t need to do
          anything.
        </Alert>
      );
    case "pending":
      return (
        <Alert tone="info" title="Your refund is on its way">
          We’re refunding {amount} to your card. We’ll update this page once the refund is complete.
        </Alert>
      );
    case null:
      return null;
    default:
      hire.refund satisfies never;
      return null;
  }
}

type ActiveProps = Props & { amount: string; legalCase: LegalCase | null };

function ActiveHire({ hire, cases, now, amount, legalCase, ...handlers }: ActiveProps) {
  const [openDialog, setOpenDialog] = useState<"contact" | "cancel" | "end" | null>(null);
  const contact = readContact(hire.contactMethod, hire.contactValue);
  const hasContact = contact.phone !== "" || contact.email !== "";
  // While the driver can cancel, the full price is refunded, whatever the lawyer has done. A court's decision remains.
  const refund = legalCase ? legalCase.refundAtCancel : hire.amount;
  const timeToCancel = refund !== null && formatTimeLeft(hire.cancelUntil, now);
  const decision = legalCase?.verdict && isDecided(legalCase.step) ? legalCase.verdict : null;
  const mayEnd = !timeToCancel && legalCase?.actions.includes("end");
  const status = lookUpLabel(STATUS_TEXTS, hire.status);
  return (
    <>
      {!hire.isTicketPaid && !legalCase && status && <p className={css.means}>{status.text}</p>}
      {hasContact && (
        <ul className={css.ways} aria-label="How we’ll contact you">
          {contact.phone && (
            <li>
              <Phone size={18} aria-hidden="true" />
              {contact.phone}
            </li>
          )}
          {contact.email && (
            <li>
              <Mail size={18} aria-hidden="true" />
              {contact.email}
            </li>
          )}
        </ul>
      )}
      {timeToCancel && (
        <p className={css.window}>
          <Clock size={18} aria-hidden="true" />
          <span>
            {decision ? "Get" : "Cancel for"} a full refund until{" "}
            <strong>{formatMoment(hire.cancelUntil, now)}</strong>
            <span className={css.left}>{timeToCancel} left</span>
          </span>
        </p>
      )}
      <div className={css.actions}>
        <Button
          variant={hasContact ? "secondary" : "primary"}
          aria-haspopup="dialog"
          onClick={() => setOpenDialog("contact")}
        >
          {hasContact ? "Change your phone or email" : "Add your phone or email"}
        </Button>
        {timeToCancel && (
          <Button
            variant="secondary"
            aria-haspopup="dialog"
            onClick={() => setOpenDialog("cancel")}
          >
            {decision ? "Get a refund" : "Cancel legal help"}
            <span className="visually-hidden"> for {hire.violationType}</span>
          </Button>
        )}
        {mayEnd && (
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpenDialog("end")}>
            End case
            <span className="visually-hidden"> for {hire.violationType}</span>
          </Button>
        )}
      </div>
      <ContactDialog
        open={openDialog === "contact"}
        onOpenChange={() => setOpenDialog(null)}
        hireId={hire.id}
        saved={contact}
        onSaved={handlers.onChanged}
      />
      <CancelDialog
        open={openDialog === "cancel"}
        onOpenChange={() => setOpenDialog(null)}
        hire={hire}
        decision={decision}
        amount={refund === null ? amount : formatCents(centsOf(refund))}
        onCanceled={(cancelled) => {
          handlers.onChanged(cancelled);
          if (legalCase) void cases.refetch();
        }}
      />
      {legalCase && (
        <LazyDialog
          load={loadEnd}
          open={openDialog === "end"}
          onOpenChange={(open) => setOpenDialog(open ? "end" : null)}
          legalCase={legalCase}
          cents={centsOf(hire.amount)}
          refetch={cases.refetch}
          onChanged={(next) => {
            cases.storeCase(next);
            handlers.onCaseChanged();
          }}
        />
      )}
    </>
  );
}
