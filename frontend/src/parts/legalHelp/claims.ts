/** What the lawyer's offer promises (docs/PRODUCT.md#claims). docs/LEGAL.md tells what speaks against it. */
export const CLAIMS = {
  successCard: "90% success rate",
  successPage: "80% success rate",
  guarantee: "100% money-back guarantee",
  /** What that means, in our words. */
  guaranteeMeans: "If your case is not won, you get your money back.",
  cancellation: "24-hour cancellation for a full refund (excluding weekends)",
} as const;
