import BadgeCheck from "lucide-react/icons/badge-check";
import CalendarCheck from "lucide-react/icons/calendar-check";
import MessagesSquare from "lucide-react/icons/messages-square";
import { centsOf, formatFine, formatCents } from "@/lib/money";
import { AvailabilityLines } from "@/parts/legalHelp/cases/AvailabilityLines";
import { CLAIMS, describeLostCase, LAWYER_SHARE } from "@/parts/legalHelp/claims";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import css from "./CourtCard.module.css";
import { MeasuredShare } from "./MeasuredShare";
import type { OfferProps } from "./offerProps";

/**
 * The compact offer for a ticket with a mandatory court appearance, where a lawyer can appear instead of the driver.
 */
export function CourtCard(props: OfferProps) {
  const { ticket, hasGuarantee, showsClaims, availability, onClose, onContinue } = props;
  const fine = formatFine(ticket);
  return (
    <Dialog
      open
      isInHistory
      onOpenChange={onClose}
      title="Hire a Lawyer"
      description="Get full legal representation. We'll handle everything for you"
      footer={
        <Button block data-first onClick={onContinue}>
          Continue
        </Button>
      }
    >
      <p className={css.price}>
        <strong>{formatCents(centsOf(ticket.lawyerPrice))}</strong>
        <span>
          to have a lawyer fight your {ticket.violationType} ticket. That’s {LAWYER_SHARE.share} the{" "}
          {fine} fine.
        </span>
        <span>{describeLostCase(hasGuarantee)}</span>
      </p>
      <AvailabilityLines ticketId={ticket.id} availability={availability} />
      <ul className={css.points}>
        {showsClaims && (
          <li>
            <BadgeCheck size={20} aria-hidden="true" />
            <span>
              {CLAIMS.successCard}
              <MeasuredShare availability={availability} />
            </span>
          </li>
        )}
        <li>
          <MessagesSquare size={20} aria-hidden="true" />
          Free 15-minute Consultation
        </li>
        <li>
          <CalendarCheck size={20} aria-hidden="true" />
          {CLAIMS.cancellation}
        </li>
      </ul>
    </Dialog>
  );
}
