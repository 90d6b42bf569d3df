import type { PayableKind } from "@/api/types";
import { parseAmount } from "@/lib/amount";
import type { ItemKind, PaymentKind } from "@/lib/paths";
import { isKeyOf } from "@/lib/labels";

/** What the URL asks for: a payment, or the details of a parking ticket or toll. */
export type PaymentQuery =
  | { screen: "pay"; type: PaymentKind; cents: number; id: number; violationType: string | null }
  | { screen: "details"; kind: "parking" | "toll"; id: number; user: number };

const KINDS: Record<PayableKind, true> = { ticket: true, parking: true, toll: true, lawyer: true };

/** Parses an id: one to nine digits, without a leading zero. Returns null if it is invalid. */
export function readId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/**
 * Reads the query of the payment page. Returns null if a required parameter is missing or invalid.
 */
export function readPaymentQuery(query: URLSearchParams): PaymentQuery | null {
  const user = readId(query.get("user"));
  for (const kind of ["parking", "toll"] as const) {
    const id = readId(query.get(kind));
    if (id !== null && user !== null) return { screen: "details", kind, id, user };
  }
  const type = query.get("type");
  const id = readId(query.get("id"));
  const cents = parseAmount(query.get("amount"));
  if (type === null || !isKeyOf(KINDS, type) || id === null || cents === null) return null;
  return { screen: "pay", type, cents, id, violationType: query.get("violationType") };
}

/** Returns the kind of item that a payment is about. A lawyer is hired for a ticket. */
export function itemKind(type: PaymentKind): ItemKind {
  return type === "lawyer" ? "ticket" : type;
}
