import { createContext } from "react";
import type { Ticket } from "@/api/types";

/** Context through which a ticket's row, at any depth, opens the dialog with the offer to hire a lawyer. */
export const OfferContext = createContext<{
  onHire: (ticket: Ticket) => void;
}>({ onHire: () => undefined });
