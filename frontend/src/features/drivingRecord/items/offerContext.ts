import { createContext } from "react";
import type { Ticket } from "@/api/types";

/** What a ticket's row needs to offer a lawyer, however deep in the lists it stands. */
export const OfferContext = createContext<{
  onHire: (ticket: Ticket) => void;
}>({ onHire: () => undefined });
