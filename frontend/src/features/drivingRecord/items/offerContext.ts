import { createContext } from "react";
import type { Ticket } from "@/api/types";

/** Context through which a ticket's row opens the lawyer's offer, at any depth in the lists. */
export const OfferContext = createContext<{
  onHire: (ticket: Ticket) => void;
}>({ onHire: () => undefined });
