// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import type { CaseOutcome, LawyerHire, LegalCase } from "@/api/types";
import { aCase, aHire, anEvent } from "@/testing/sampleCases";
import { HireCard } from "./HireCard";

const HIRE = aHire();

const NOW = "2026-11-26";

const renderCard = (hire: LawyerHire, cases: LegalCase[] = [], now = NOW) =>
  render(
    <HireCard
      hire={hire}
      cases={{
        cases,
        error: undefined,
        retry: () => {},
        retrying: false,
        refetch: async () => undefined,
        storeCase: () => {},
      }}
      now={Date.parse(now)}
      onChanged={() => {}}
      onCaseChanged={() => {}}
    />,
    { wrapper: MemoryRouter },
  );

it("names the issuer and number of the ticket", () => {
  renderCard({ ...HIRE, issuer: "City of Austin", citationNumber: "AB-123" });
  expect(screen.getByText("Citation").nextSibling?.textContent).toBe("City of Austin AB-123");
});

it("hides the Citation line if the ticket's citation isn't on file", () => {
  renderCard({ ...HIRE, issuer: null, citationNumber: null });
  expect(screen.queryByText("Citation")).toBeNull();
});

it.each(["by_staff", "outside"] as const)(
  "shows the status, but no case, of a hire that is handled %s",
  (handling) => {
    renderCard({ ...HIRE, handling, status: "Pending" });
    expect(screen.getByText("We have your case and are choosing a lawyer for you.")).toBeTruthy();
    expect(screen.queryByText("What happened")).toBeNull();
  },
);

it("shows the state of the case, not the status that staff set by hand", () => {
  const byHand = { ...HIRE, handling: "matched", status: "Cancelled" } as const;
  renderCard(byHand, [aCase({ isLabelByStaff: true })]);
  expect(screen.getByText("Accepted by a lawyer")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Add your phone or email" })).toBeTruthy();
});

const MATCHED = { ...HIRE, handling: "matched", status: "In Progress" } as const;

it("offers to end the case only after the time to cancel is over", () => {
  const inTime = aCase({ actions: ["end"], refundAtCancel: "110.00" });
  const { unmount } = renderCard(MATCHED, [inTime], "2026-11-21");
  expect(screen.getByRole("button", { name: /^Cancel legal help/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^End case/ })).toBeNull();
  unmount();
  renderCard(MATCHED, [aCase({ actions: ["end"] })]);
  expect(screen.queryByRole("button", { name: /^Cancel legal help/ })).toBeNull();
  expect(screen.getByRole("button", { name: /^End case/ })).toBeTruthy();
});

it("shows the refund of a case that no lawyer accepted, and the ticket's options", () => {
  const ended = aCase({ step: "no_lawyer", lawyer: null, next: null });
  renderCard({ ...MATCHED, status: "Cancelled", refund: "pending" }, [ended]);
  expect(screen.getByText(/^No lawyer represents you\. Your ticket is due Nov 28\.$/)).toBeTruthy();
  expect(screen.getByText("Your refund is on its way")).toBeTruthy();
  expect(screen.getByRole("link", { name: "See your options" }).getAttribute("href")).toBe(
    "/driving-profile/options?type=ticket&id=4",
  );
});

it("shows no link to the options of a ticket that the driver has paid", () => {
  const events = [anEvent({ kind: "ticket_paid", actor: "system" })];
  const ended = aCase({ step: "ended", next: null, events });
  renderCard({ ...MATCHED, status: "Cancelled", refund: "pending", isTicketPaid: true }, [ended]);
  expect(screen.getByText("You have paid this ticket")).toBeTruthy();
  expect(screen.getByText("Your refund is on its way")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "See your options" })).toBeNull();
});

it.each(["matched", "by_staff"] as const)(
  "doesn't say that the lawyer stopped working if staff marked the ticket as paid: %s",
  (handling) => {
    renderCard({ ...HIRE, handling, isTicketPaid: true }, [aCase({ step: "agreement_signed" })]);
    expect(screen.getByText("This ticket is paid.")).toBeTruthy();
    expect(screen.queryByText(/your lawyer has stopped working/)).toBeNull();
  },
);

it("shows the part of the price that was refunded when the case ended", () => {
  const hire: LawyerHire = {
    ...HIRE,
    status: "Cancelled",
    refund: "refunded",
    refundAmount: "55.00",
    handling: "matched",
  };
  renderCard(hire, [aCase({ step: "ended" })]);
  expect(screen.getByText(/^We refunded \$55 to your card/)).toBeTruthy();
  expect(screen.getByText("Canceled, $55 refunded")).toBeTruthy();
});

it("shows the refund of a lost case, and still shows the case as Completed", () => {
  const hire: LawyerHire = { ...HIRE, refund: "pending", handling: "matched" };
  renderCard(hire, [aCase({ step: "decided", refunded: "110.00" })]);
  expect(screen.getByText(/^We’re refunding \$110 to your card/)).toBeTruthy();
  expect(screen.getByText("Completed")).toBeTruthy();
});

const aVerdict = (outcome: CaseOutcome) =>
  ({ outcome, fine: null, points: null, until: null, due: null, guarantee: null }) as const;

it.each([
  ["dismissed", "The court’s decision stays: Dismissed. You owe nothing for the ticket."],
  ["guilty", "The court’s decision stays: Guilty. You still owe the fine."],
] as const)(
  "offers a refund after the court decided %s, and says that the decision doesn't change",
  (outcome, text) => {
    const verdict = aVerdict(outcome);
    const decided = aCase({ step: "decided", verdict, refundAtCancel: "110.00" });
    renderCard({ ...MATCHED, status: "Completed" }, [decided], "2026-11-21");
    fireEvent.click(screen.getByRole("button", { name: /^Get a refund/ }));
    expect(
      screen.getByText(`We’ll refund the full $110 to the card you paid with. ${text}`),
    ).toBeTruthy();
    expect(screen.queryByText(/The ticket stays open/)).toBeNull();
  },
);

it("offers no refund of a decided case that was already refunded", () => {
  const decided = aCase({ step: "decided", verdict: aVerdict("guilty"), refunded: "110.00" });
  const hire = { ...MATCHED, status: "Completed", refund: "refunded" } as const;
  renderCard(hire, [decided], "2026-11-21");
  expect(screen.queryByText(/full refund until/)).toBeNull();
  expect(screen.queryByRole("button", { name: /refund|Cancel legal help/ })).toBeNull();
});
