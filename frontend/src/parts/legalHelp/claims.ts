/** Hours in which a hire can be canceled for a full refund. Tested with crates/domain/cases/cancellation_window.json. */
const CANCELLATION_HOURS = 24;

/** The cancellation window, after "within" in a sentence (docs/product/legal-help.md#cancellation-window). */
export const CANCELLATION_WINDOW = `${CANCELLATION_HOURS} hours of hiring (weekends don’t count)`;

/**
 * The promises in the offer to hire a lawyer (docs/product/legal-help.md#claims). docs/LEGAL.md lists the objections to
 * these promises.
 */
export const CLAIMS = {
  successCard: "90% success rate",
  successPage: "80% success rate",
  guarantee: "100% money-back guarantee",
  cancellation: `${CANCELLATION_HOURS}-hour cancellation for a full refund (excluding weekends)`,
} as const;

/** Says what a lost case costs: the guarantee refunds the price, but not the fine. */
export const describeLostCase = (hasGuarantee: boolean): string =>
  hasGuarantee
    ? "If your lawyer doesn’t win your case, we refund what you paid for the lawyer, but you still owe the fine."
    : "If your lawyer doesn’t win your case, you still owe the fine.";

/**
 * The price of a lawyer as a fraction of the fine, in words and with an example
 * (docs/product/legal-help.md#lawyers-price). The server computes the actual prices; this text
 * is tested with crates/domain/cases/fine.json.
 */
export const LAWYER_SHARE = { share: "half", ofFine: "$150", costs: "$75" } as const;
