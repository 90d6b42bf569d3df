import type { Ticket } from "@/api/types";

/** Props of both forms of the offer. */
export type OfferProps = {
  ticket: Ticket;
  guarantee: boolean;
  supportPhone: string;
  onClose: () => void;
  onContinue: () => void;
};
