// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Account, BookDifference, BookFigures } from "@/api/types";
import { formatMonth, sumOf } from "./bookLabels";
import { Differences } from "./Differences";
import { Months } from "./Months";
import { TrialBalance } from "./TrialBalance";

const NOTHING: BookFigures = {
  charges: "0.00",
  refunds: "0.00",
  chargebacks: "0.00",
  chargebackFees: "0.00",
  providerFees: "0.00",
  payouts: "0.00",
  inQuestion: "0.00",
  owedToCourts: "0.00",
  heldForLawyers: "0.00",
  remitted: "0.00",
  toRecover: "0.00",
  owedToDrivers: "0.00",
  ours: "0.00",
};

const DIFFERENCE: BookDifference = {
  subject: "pi_1",
  kind: "amount",
  ours: "1150.50",
  theirs: "1150.49",
  difference: "-0.01",
  currency: "usd",
  paymentId: 7,
  confirmationNumber: "CONF-AAAAAAAAAA",
  movedAt: "2026-11-21T12:00:00Z",
  providerUrl: "https://dashboard.stripe.com/test/payments/pi_1",
};

/** Returns the table's rows as arrays of cell texts. */
const rows = () =>
  screen
    .getAllByRole("row")
    .map((row) =>
      [...within(row).queryAllByRole("columnheader"), ...within(row).queryAllByRole("cell")].map(
        (cell) => cell.textContent,
      ),
    );

beforeEach(() => {
  const query = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("matchMedia", () => query);
});

describe("Months", () => {
  it("shows each month and the total, to the cent", () => {
    const november = { ...NOTHING, charges: "150.00", providerFees: "-4.65", ours: "-4.65" };
    render(
      <Months
        months={[
          { month: "2026-11-01", figures: november },
          { month: "2026-10-01", figures: NOTHING },
        ]}
        total={november}
      />,
    );
    const [, first, second, totals] = rows();
    expect(first?.slice(0, 3)).toEqual(["Nov 2026", "$150.00", "-$4.65"]);
    expect(second?.slice(0, 2)).toEqual(["Oct 2026", "—"]);
    expect(totals?.slice(0, 3)).toEqual(["All months", "$150.00", "-$4.65"]);
  });

  it("shows a column for money sent to authorities and lawyers only if there was any", () => {
    const sent = { ...NOTHING, remitted: "150.00" };
    const months = (figures: BookFigures) => (
      <Months months={[{ month: "2026-11-01", figures }]} total={figures} />
    );
    const { rerender } = render(months(NOTHING));
    expect(screen.queryByText("Sent to authorities and lawyers")).toBeNull();
    rerender(months(sent));
    expect(screen.getByText("Sent to authorities and lawyers")).toBeTruthy();
    expect(rows()[1]?.slice(-1)).toEqual(["$150.00"]);
  });

  it("says that no money has moved, but not while loading", () => {
    const { rerender } = render(<Months months={undefined} total={undefined} />);
    expect(screen.queryByText("No money has moved yet.")).toBeNull();
    rerender(<Months months={[]} total={NOTHING} />);
    expect(screen.getByText("No money has moved yet.")).toBeTruthy();
  });
});

describe("Differences", () => {
  it("shows differences to the cent, with a link to the provider", () => {
    const foreign = { ...DIFFERENCE, subject: "po_1", kind: "foreign", currency: "eur" } as const;
    render(<Differences differences={[DIFFERENCE, foreign]} isReconciled />);
    const [, first, second] = rows();
    expect(first?.slice(0, 6)).toEqual([
      "Amounts differ",
      "$1,150.50",
      "$1,150.49",
      "-$0.01",
      "pi_1",
      "CONF-AAAAAAAAAA",
    ]);
    expect(second?.slice(0, 2)).toEqual(["Doesn’t belong to Lanewise", "€1,150.50"]);
    const [link] = screen.getAllByRole("link");
    expect(link?.getAttribute("href")).toBe(DIFFERENCE.providerUrl);
  });

  it("says that there are no differences only after the books were reconciled", () => {
    const { rerender } = render(<Differences differences={[]} isReconciled={false} />);
    expect(screen.getByText("Not reconciled yet.")).toBeTruthy();
    rerender(<Differences differences={[]} isReconciled />);
    expect(screen.getByText("Every amount matches.")).toBeTruthy();
  });
});

describe("TrialBalance", () => {
  it("shows debits and credits with equal totals", () => {
    localStorage.setItem("lanewise.desk.trial-balance", "open");
    render(
      <TrialBalance
        balance={[
          { account: "provider", balance: "145.35" },
          { account: "provider_fees", balance: "4.65" },
          { account: "traffic_fines", balance: "-150.00" },
          { account: "in_question", balance: "0.00" },
        ]}
      />,
    );
    expect(rows().slice(1)).toEqual([
      ["Payment provider balance", "$145.35", "—"],
      ["Expense: payment provider fees", "$4.65", "—"],
      ["Owed: traffic fines", "—", "$150.00"],
      ["Total", "$150.00", "$150.00"],
    ]);
  });
});

describe("formatting", () => {
  it("names months independently of the browser's time zone", () => {
    expect(["2026-01-01", "2025-12-01"].map(formatMonth)).toEqual(["Jan 2026", "Dec 2025"]);
  });

  it("adds up accounts in whole cents", () => {
    const balance = [
      { account: "lawyers", balance: "-0.10" },
      { account: "provider_fees", balance: "0.30" },
      { account: "bank", balance: "5.00" },
    ] satisfies { account: Account; balance: string }[];
    expect(sumOf(balance, ["lawyers", "provider_fees"])).toBe(20);
    expect(sumOf(balance, [])).toBe(0);
  });
});
