import { createContext } from "react";
import type { Ticket } from "@/api/types";

/**
 * Context through which a ticket's row opens the dialog that offers the driver a lawyer, from a ticket's row at any
 * depth.
 */
export const OfferContext = createContext<{
  onHire: (ticket: Ticket) => void;
}>({ onHire: () => undefined });
