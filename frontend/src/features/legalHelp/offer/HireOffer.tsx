import type { Ticket } from "@/api/types";
import { useNavigate } from "@/lib/router";
import { useConfig } from "@/parts/config/useConfig";
import { FailureNotice } from "@/parts/FailureNotice";
import { useConfirmBeforeLeaving } from "@/parts/forms/useConfirmBeforeLeaving";
import { ChangeCourt } from "@/parts/legalHelp/cases/ChangeCourt";
import { useLawyerAvailability } from "@/parts/legalHelp/cases/useLawyerAvailability";
import { legalHelpRuleFor, NO_LAWYER_NOW, unavailableText } from "@/parts/legalHelp/legalHelp";
import { track } from "@/parts/pixel";
import { Dialog } from "@/ui/overlays/Dialog";
import { CourtCard } from "./CourtCard";
import { lawyerPaymentPath } from "./lawyerPaymentPath";
import { NotOffered } from "./NotOffered";
import type { OfferProps } from "./offerProps";
import { SalesPage } from "./SalesPage";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  ticket: Ticket | null;
  /** The driver's state, on which the offer depends; null or undefined if unknown. */
  state: string | null | undefined;
};

/** The offer to hire a lawyer for one ticket: a compact card if court is required, otherwise a full page. */
export default function HireOffer({ onOpenChange, ticket, state }: Props) {
  const { data: config, error, isValidating, mutate } = useConfig();
  const navigate = useNavigate();
  const { availability, isSettled } = useLawyerAvailability(ticket?.id ?? null);
  // The rules of the court's state apply, or those of the driver's state while the court's state is unknown.
  const offerState = availability?.courtState ?? ticket?.courtState ?? state;
  const { offered, guaranteeShown, claimsShown } = legalHelpRuleFor(
    config?.legalHelp ?? [],
    offerState,
  );
  const isAvailable = offered && availability?.isAvailable !== false;
  useConfirmBeforeLeaving(Boolean(config) && isAvailable);
  const close = () => onOpenChange(false);
  if (!ticket) return null;
  if (!config)
    return error ? (
      <Dialog open isInHistory onOpenChange={close} title="Hire a Lawyer">
        <FailureNotice {...{ error, mutate, isValidating }} />
      </Dialog>
    ) : null;
  if (!isSettled) return null;
  if (!isAvailable) {
    const reason = offered ? (availability?.reason ?? NO_LAWYER_NOW) : unavailableText(offerState);
    return (
      <NotOffered reason={reason} phone={config.supportPhone} onClose={close}>
        {availability && <ChangeCourt ticketId={ticket.id} availability={availability} />}
      </NotOffered>
    );
  }
  const offer: OfferProps = {
    ticket,
    hasGuarantee: availability?.isRefundedIfLost ?? guaranteeShown,
    showsClaims: claimsShown,
    availability,
    supportPhone: config.supportPhone,
    onClose: close,
    // Replaces the offer's history entry, so that Back from the payment leads to the profile.
    onContinue: () => {
      track({ kind: "lead" });
      navigate(lawyerPaymentPath(ticket, Date.now()), { replace: true });
    },
  };
  return ticket.isCourtRequired ? <CourtCard {...offer} /> : <SalesPage {...offer} />;
}
