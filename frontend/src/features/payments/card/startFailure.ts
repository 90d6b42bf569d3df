import { ApiError } from "@/api/client";
import { parseAmount } from "@/lib/amount";
import type { PaymentKind } from "@/lib/paths";
import { describeFailureWithoutTitle } from "@/parts/failure";
import { referenceOf } from "@/parts/failureReference";

/** Warning for paying a ticket for which the driver hired a lawyer. */
export const DESPITE_LAWYER = "Paying ends your legal help for this ticket.";

/**
 * Why a payment couldn't be started. Reasons that the page handles alike share a kind. `isEarlierCharged` means that the
 * card was or may have been charged by an earlier payment.
 */
export type StartFailure =
  | { kind: "amountChanged"; cents: number }
  | { kind: "alreadyPaid" }
  | { kind: "processing" }
  | { kind: "lawyerIsWorking" }
  | { kind: "notFound" }
  | { kind: "refused"; message: string; isEarlierCharged?: true }
  | { kind: "down"; message: string; reference?: string | null };

/** Returns why a payment couldn't be started, from the error of the call that prepares it. */
export function classifyStartFailure(error: unknown): StartFailure {
  if (!(error instanceof ApiError)) return describeOutage(error);
  const amount = error.body.amount;
  const cents = typeof amount === "string" ? parseAmount(amount) : null;
  if (error.code === "amount_changed" && cents !== null) return { kind: "amountChanged", cents };
  if (error.code === "already_paid") return { kind: "alreadyPaid" };
  if (error.code === "lawyer_at_work") return { kind: "lawyerIsWorking" };
  if (error.code === "payment_processing") return { kind: "processing" };
  if (error.code === "settled_with_city")
    return {
      kind: "refused",
      message: error.detail ?? "The city’s data shows that you owe nothing for this.",
    };
  if (error.code === "payment_being_checked")
    return {
      kind: "refused",
      message:
        error.detail ??
        "We’re still checking an earlier payment for this. You haven’t been charged again.",
      isEarlierCharged: true,
    };
  const isRefunded = error.code === "paid_too_little" || error.code === "paid_twice";
  if (isRefunded && error.detail)
    return { kind: "refused", message: error.detail, isEarlierCharged: true };
  if (error.code === "legal_help_not_offered" && error.detail)
    return { kind: "refused", message: error.detail };
  if (error.status === 404) return { kind: "notFound" };
  if (error.status === 403)
    return {
      kind: "refused",
      message: error.detail ?? "Only the driver who owes this can pay it.",
    };
  if (error.status === 422) {
    const [fieldError] = Object.values(error.fields);
    return {
      kind: "refused",
      message: fieldError ?? error.detail ?? "You can’t pay this by card here.",
    };
  }
  return describeOutage(error);
}

/** Returns the failure for an error that may be temporary, with the server's message if there is one. */
export function describeOutage(error: unknown): StartFailure {
  const detail = error instanceof ApiError ? error.detail : null;
  return {
    kind: "down",
    message: detail ?? describeFailureWithoutTitle(error),
    reference: referenceOf(error),
  };
}

/** The payment provider's script or its card form didn't load. */
export const NO_CARD_FORM: StartFailure = {
  kind: "down",
  message: "Our payment provider’s card form didn’t load. Please try again in a moment.",
};

/** Toast for a payment that couldn't be prepared. */
export function buildSetupToast(type: PaymentKind): { title: string; description: string } {
  return type === "lawyer"
    ? {
        title: "Payment Error",
        description: "Failed to initialize payment. Please try again.",
      }
    : {
        title: "Payment Setup Failed",
        description: "Unable to prepare payment. Please try again.",
      };
}
