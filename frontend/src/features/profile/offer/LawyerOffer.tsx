import { useEffect } from "react";
import { useConfig } from "@/api/hooks";
import type { Ticket } from "@/api/types";
import { legalHelpIn } from "@/lib/legalHelp";
import { useNavigate } from "@/lib/router";
import { lawyerAddress } from "../lawyerAddress";
import { CourtCard } from "./CourtCard";
import { NotOffered } from "./NotOffered";
import { SalesPage } from "./SalesPage";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  ticket: Ticket | null;
  /** The driver's; what is offered depends on it. */
  state: string | null | undefined;
};

export type OfferProps = {
  ticket: Ticket;
  guarantee: boolean;
  supportPhone: string;
  onClose: () => void;
  onContinue: () => void;
};

/** The lawyer's offer for one ticket: a compact card when court is required, else the full page. */
export default function LawyerOffer({ onOpenChange, ticket, state }: Props) {
  const { data: config } = useConfig();
  const navigate = useNavigate();
  useAsksBeforeLeaving();
  if (!ticket || !config) return null;
  const close = () => onOpenChange(false);
  const { offered, guaranteeShown } = legalHelpIn(config.legalHelp, state);
  if (!offered)
    return <NotOffered state={state ?? ""} phone={config.supportPhone} onClose={close} />;
  const offer: OfferProps = {
    ticket,
    guarantee: guaranteeShown,
    supportPhone: config.supportPhone,
    onClose: close,
    // In the offer's place, so that going back from the payment finds the profile.
    onContinue: () => navigate(lawyerAddress(ticket, Date.now()), { replace: true }),
  };
  return ticket.isCourtRequired ? <CourtCard {...offer} /> : <SalesPage {...offer} />;
}

/** Leaving the page while the offer is open asks; going on within it does not. */
function useAsksBeforeLeaving() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
}
