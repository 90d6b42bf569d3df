/** What the lawyer's offer promises (docs/PRODUCT.md#claims). docs/LEGAL.md tells what speaks against it. */
export const CLAIMS = {
  successCard: "90% success rate",
  successPage: "80% success rate",
  guarantee: "100% money-back guarantee",
  cancellation: "24-hour cancellation for a full refund (excluding weekends)",
} as const;

/** What a lost case costs, in our words: the guarantee returns the price, and nothing pays the fine. */
export const ifLost = (guarantee: boolean): string =>
  guarantee
    ? "If your case is not won, you get the price back. You still owe the fine."
    : "If your case is not won, you still owe the fine.";

/**
 * How the lawyer's share of the fine reads in a sentence, and an example of it (docs/PRODUCT.md#lawyers-price). The prices
 * of tickets come from the server; these words are held against crates/domain/cases/fine.json.
 */
export const LAWYER_SHARE = { words: "half", ofFine: "$150", costs: "$75" } as const;
