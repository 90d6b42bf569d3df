import type { Ticket } from "@/api/types";

/** What both ways to show the offer are given. */
export type OfferProps = {
  ticket: Ticket;
  guarantee: boolean;
  supportPhone: string;
  onClose: () => void;
  onContinue: () => void;
};
