import { parseAmount } from "@/lib/amount";
import type { PaymentKind } from "@/lib/paths";

export type ConfirmationQuery = {
  type: PaymentKind;
  /** The amount in the URL; the record has the final say. */
  cents: number | null;
  id: number | null;
  violationType: string | null;
  intentId: string | null;
};

/** Any other type is treated as a ticket. */
function kind(type: string | null): PaymentKind {
  return type === "lawyer" || type === "parking" || type === "toll" ? type : "ticket";
}

export function readConfirmationQuery(query: URLSearchParams): ConfirmationQuery {
  const id = query.get("id") ?? query.get("ticketId");
  return {
    type: kind(query.get("type")),
    cents: parseAmount(query.get("amount")),
    id: id !== null && /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null,
    violationType: query.get("violationType"),
    intentId: query.get("payment_intent") || null,
  };
}
