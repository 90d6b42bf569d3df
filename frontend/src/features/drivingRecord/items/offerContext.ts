import { createContext } from "react";
import type { Ticket } from "@/api/types";

/** Lets a ticket's row offer a lawyer, at any depth in the lists. */
export const OfferContext = createContext<{
  onHire: (ticket: Ticket) => void;
}>({ onHire: () => undefined });
