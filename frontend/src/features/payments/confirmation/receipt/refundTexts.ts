import type { LawyerHire, RefundProgress, TransactionStatus } from "@/api/types";
import { centsOf, formatCents } from "@/lib/money";
import { lookUpLabel } from "@/lib/labels";
import { canceledText, refundCents } from "@/parts/legalHelp/refund";
import type { PaymentRecord } from "../confirmPayment";

/**
 * Texts for a payment with a full refund or a chargeback, or for a canceled hire, shown instead of the success message.
 */
export type RefundTexts = { title: string; badge: string; text: string | null };

const formatMoney = (decimal: string) => formatCents(centsOf(decimal));
/** Says that an amount was refunded, and when it arrives. */
const refundedText = (amount: string) =>
  `We refunded ${amount} to your card. It can take 5-10 business days to show up.`;

type HireTexts = { badge?: string; text: (amount: string) => string };

/** Texts by a hire's refund status. If a status has no badge here, the badge is the result of `canceledText`. */
const HIRES: Record<RefundProgress, HireTexts> = {
  refunded: { text: refundedText },
  pending: {
    badge: "Canceled",
    text: (amount) => `Your refund of ${amount} is on its way to your card.`,
  },
  failed: {
    badge: "Canceled",
    text: (amount) =>
      `Your refund failed, and we’re working on it. The ${amount} didn’t reach your card. Our team will get it to you. You don’t need to do anything.`,
  },
};

type TransactionTexts = { title: string; badge: string; text: string | null };

/**
 * Title, badge and text by transaction status. Null if the payment still counts as paid: nothing or
 * only a part was refunded, or a chargeback was won.
 */
const TRANSACTIONS: Record<TransactionStatus, TransactionTexts | null> = {
  Completed: null,
  Won: null,
  "Refund Pending": {
    title: "Refund Pending",
    badge: "Refund pending",
    text: "We’re refunding this payment. It can take 5-10 business days to show up on your card.",
  },
  Refunded: { title: "Payment Refunded", badge: "Refunded", text: null },
  Chargeback: {
    title: "Payment Reversed by Your Bank",
    badge: "Reversed by your bank, under review",
    text: "Your bank took this payment back and is still reviewing it.",
  },
  "Charged Back": {
    title: "Payment Reversed by Your Bank",
    badge: "Reversed by your bank",
    text: "Your bank took this payment back.",
  },
};

/** Returns the texts for a full refund, a chargeback or a canceled hire; null for any other payment. */
export function describeRefund(record: PaymentRecord): RefundTexts | null {
  if (record.kind === "hire") {
    const { hire } = record;
    if (hire.status !== "Cancelled") return null;
    const texts = hire.refund === null ? undefined : lookUpLabel(HIRES, hire.refund);
    return {
      title: "Legal Help Canceled",
      badge: texts ? (texts.badge ?? canceledText(hire)) : "Canceled",
      text: texts?.text(formatCents(refundCents(hire))) ?? null,
    };
  }
  const { status, refunded } = record.transaction;
  const words = lookUpLabel(TRANSACTIONS, status);
  if (!words) return null;
  if (status === "Refunded") return { ...words, text: refundedText(formatMoney(refunded)) };
  const isOwed = status === "Charged Back" && record.afterwards.left > 0;
  const texts = [words.text, isOwed && "See what you owe below.", describePartialRefund(record)];
  return { ...words, text: texts.filter(Boolean).join(" ") };
}

/**
 * Returns the text for a partly refunded transaction, or for a completed or pending refund of a
 * hire that isn't canceled. Null for any other payment.
 */
export function describePartialRefund(record: PaymentRecord): string | null {
  if (record.kind === "transaction") {
    const { refunded } = record.transaction;
    return centsOf(refunded) > 0 ? `Partly refunded: we refunded ${formatMoney(refunded)}.` : null;
  }
  const { hire } = record;
  if (hire.refund === "pending") return "Your refund is on its way.";
  return hire.refund === "refunded" ? describeRefunded(hire) : null;
}

/** Text for a hire that isn't canceled, but whose price was refunded in full or in part. */
function describeRefunded(hire: LawyerHire): string {
  const cents = refundCents(hire);
  const part = cents < centsOf(hire.amount) ? "Partly refunded" : "Refunded";
  return `${part}: we refunded ${formatCents(cents)}.`;
}
