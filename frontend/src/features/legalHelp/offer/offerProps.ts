import type { LawyerAvailability, Ticket } from "@/api/types";

/** Props of the two forms of the offer: the full page and the compact card. */
export type OfferProps = {
  ticket: Ticket;
  hasGuarantee: boolean;
  /** Whether success rates are shown and, if `hasGuarantee` is true, the money-back claim. */
  showsClaims: boolean;
  /** Whether lawyers take the ticket, and on which terms; null while that is unknown. */
  availability: LawyerAvailability | null;
  supportPhone: string;
  onClose: () => void;
  onContinue: () => void;
};
