import type {
  AmountOwed,
  AuthorityKind,
  Obligation,
  ObligationProblem,
  ObligationStatus,
  PayableKind,
  RemittanceStatus,
} from "@/api/types";
import { formatCount, keysOf, lookUpLabel } from "@/lib/labels";
import { centsOf, formatDecimal } from "@/lib/money";
import { describeRefusal } from "@/parts/forms/describeRefusal";
import type { Tone } from "@/ui/feedback/Chip";

export const STATUS_LABELS: Record<RemittanceStatus, string> = {
  prepared: "Prepared",
  sent: "Sent",
  accepted: "Accepted",
};
export const STATUS_TONES: Record<RemittanceStatus, Tone> = {
  prepared: "warn",
  sent: "info",
  accepted: "good",
};

/** Labels of an obligation's status. */
export const STANDING_LABELS: Record<ObligationStatus, string> = {
  owed: "Owed",
  ...STATUS_LABELS,
};
export const STANDING_TONES: Record<ObligationStatus, Tone> = { owed: "neutral", ...STATUS_TONES };

export const LATENESS: Record<ObligationProblem, string> = {
  not_sent: "Late to send",
  open_at_source: "Open at the city",
};

export const AUTHORITY_KINDS: Record<AuthorityKind, string> = {
  court: "Court",
  city: "City or county",
  toll_agency: "Toll agency",
};
export const KIND_OPTIONS = keysOf(AUTHORITY_KINDS).map((value) => ({
  value,
  label: AUTHORITY_KINDS[value],
}));

const ITEM_KINDS: Record<PayableKind, string> = {
  ticket: "Ticket",
  parking: "Parking ticket",
  toll: "Toll",
  lawyer: "Lawyer for ticket",
};

/** Formats the name of a paid item, such as "Speeding, ticket 12". */
export function formatItem({ type, itemId, label }: Pick<Obligation, "type" | "itemId" | "label">) {
  const kind = lookUpLabel(ITEM_KINDS, type) ?? type;
  return label ? `${label}, ${kind.toLowerCase()} ${itemId}` : `${kind} ${itemId}`;
}

export const formatPaymentCount = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? "payment" : "payments"}`;

export const isZero = (amount: string): boolean => centsOf(amount) === 0;

/** Adds up decimal amounts, such as "150.00". */
export const sumOf = (amounts: readonly string[]): string =>
  formatDecimal(amounts.reduce((sum, amount) => sum + centsOf(amount), 0));

/** Returns the name of the payee, or a text that explains that none is known yet. */
export function nameOfPayee({ payee, issuer }: Pick<AmountOwed, "payee" | "issuer">): string {
  if (payee) return payee.name;
  return issuer ? `No authority yet. The items list ${issuer} as the issuer.` : "No authority yet";
}

/** The payee's name or the items' issuer, for the accessible name of a row's button. */
export const owedLabel = ({ payee, issuer }: Pick<AmountOwed, "payee" | "issuer">): string =>
  payee?.name ?? issuer ?? "items without an issuer";

/**
 * Key of an obligation in lists. The key contains the lawyer's id, because a payment may be owed to several lawyers.
 */
export const keyOf = ({ paymentId, payee }: Pick<Obligation, "paymentId" | "payee">): string =>
  payee?.kind === "lawyer" ? `${paymentId}-${payee.id}` : String(paymentId);

const REFUSALS: Readonly<Record<string, string>> = {
  changed_meanwhile:
    "This changed in the meantime, so we didn’t record anything new. The page now shows the current status.",
  refunded_since_file:
    "Some of these payments were refunded or charged back after you downloaded the last file. Choose what you did with each one. Nothing is recorded yet.",
  nothing_to_send:
    "There’s nothing left to send. A colleague may have prepared a remittance already, or all of the money is on hold.",
};

/** Returns why a call was refused, with an explanation if the record changed in the meantime. */
export const describeRemittanceRefusal = (error: unknown): string =>
  describeRefusal(error, REFUSALS);
