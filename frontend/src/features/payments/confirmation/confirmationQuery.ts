import { parseAmount } from "@/lib/amount";
import type { PaymentKind } from "@/lib/paths";

export type ConfirmationQuery = {
  type: PaymentKind;
  /**
   * The amount in the URL, in cents; null if it is missing or invalid. The server's record takes precedence over this
   * amount.
   */
  cents: number | null;
  id: number | null;
  violationType: string | null;
  intentId: string | null;
};

/** Returns the kind of payment. An unknown type counts as a ticket. */
function parseKind(type: string | null): PaymentKind {
  return type === "lawyer" || type === "parking" || type === "toll" ? type : "ticket";
}

/** Reads the query in the address of the confirmation page. */
export function readConfirmationQuery(query: URLSearchParams): ConfirmationQuery {
  const id = query.get("id") ?? query.get("ticketId");
  return {
    type: parseKind(query.get("type")),
    cents: parseAmount(query.get("amount")),
    id: id !== null && /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null,
    violationType: query.get("violationType"),
    intentId: query.get("payment_intent") || null,
  };
}
