import type { Account, DifferenceKind } from "@/api/types";
import { centsOf } from "@/lib/money";
import type { Tone } from "@/ui/feedback/Chip";

/** Names of the ledger's accounts for staff. */
export const ACCOUNTS: Record<Account, string> = {
  provider: "Payment provider balance",
  bank: "Bank account",
  with_banks: "Open chargebacks",
  traffic_fines: "Owed: traffic fines",
  parking_fines: "Owed: parking fines",
  tolls: "Owed: tolls",
  lawyers: "Held for lawyers",
  to_return: "Owed to drivers",
  provider_fees: "Expense: payment provider fees",
  chargeback_fees: "Expense: chargeback fees",
  in_question: "Unexplained amounts",
  to_recover: "To recover from authorities and lawyers",
  written_off: "Expense: write-offs",
  legal_fees: "Revenue: legal fees",
  guarantees: "Expense: guarantees",
};

export const DIFFERENCES: Record<DifferenceKind, string> = {
  not_theirs: "Only in our books",
  not_ours: "Only at the payment provider",
  amount: "Amounts differ",
  foreign: "Doesn’t belong to Lanewise",
};

export const DIFFERENCE_TONES: Record<DifferenceKind, Tone> = {
  not_theirs: "bad",
  not_ours: "bad",
  amount: "bad",
  foreign: "neutral",
};

const MONTH = new Intl.DateTimeFormat("en-US", {
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** Name of a business month from its first day: "2026-11-01" is Nov 2026. */
export const formatMonth = (firstDay: string): string => MONTH.format(new Date(firstDay));

/** Adds up the balances of these accounts, in cents. */
export const sumOf = (
  balance: readonly { account: Account; balance: string }[],
  accounts: readonly Account[],
): number =>
  balance
    .filter(({ account }) => accounts.includes(account))
    .reduce((sum, { balance: amount }) => sum + centsOf(amount), 0);
