// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { describe, expect, it, vi } from "vitest";
import type { LawyerAvailability } from "@/api/types";
import { aTicket } from "@/testing/sampleItems";
import { type FakeResponse, openScreen, serve } from "@/testing/openScreen";
import { WINDOW_WORDS } from "@/testing/readCases";
import { CONFIG } from "@/testing/sampleRecords";
import { CourtCard } from "./CourtCard";
import HireOffer from "./HireOffer";
import type { OfferProps } from "./offerProps";
import { SalesPage } from "./SalesPage";

const WITH_GUARANTEE =
  "If your lawyer doesn’t win your case, we refund what you paid for the lawyer, but you still owe the fine.";
const WITHOUT_GUARANTEE = "If your lawyer doesn’t win your case, you still owe the fine.";

const AVAILABLE: LawyerAvailability = {
  isAvailable: true,
  reason: null,
  courtState: "Texas",
  isCourtStateAssumed: false,
  courtName: null,
  mayChangeCourt: false,
  acceptBy: "2026-11-20",
  isShort: false,
  isRefundedIfLost: true,
  appearanceEarns: 50,
  guaranteeTable: [
    { outcome: "Dismissed", isWon: true },
    { outcome: "Any other reduction", isWon: false },
  ],
  measuredShare: null,
};

const FORMS: [string, ComponentType<OfferProps>][] = [
  ["the card", CourtCard],
  ["the page", SalesPage],
];

function renderOffer(
  Offer: ComponentType<OfferProps>,
  guarantee: boolean,
  availability: LawyerAvailability | null = null,
  claims = true,
) {
  const close = () => undefined;
  render(
    <Offer
      ticket={aTicket()}
      hasGuarantee={guarantee}
      showsClaims={claims}
      availability={availability}
      supportPhone="5551234567"
      onClose={close}
      onContinue={close}
    />,
  );
  return () => document.body.textContent;
}

it.each(
  FORMS.flatMap(([name, Offer]) => [
    [name, Offer, true, WITH_GUARANTEE] as const,
    [name, Offer, false, WITHOUT_GUARANTEE] as const,
  ]),
)(
  "%s says what the driver pays if the case is lost, with and without a guarantee (row %#)",
  (_, Offer, hasGuarantee, text) => {
    expect(renderOffer(Offer, hasGuarantee)()).toContain(text);
    expect(screen.getByRole("button", { name: "Continue" })).toBeTruthy();
  },
);

it.each(FORMS)(
  "%s shows the deadline for a lawyer to accept and what counts as won",
  (_, Offer) => {
    const text = renderOffer(Offer, true, AVAILABLE);
    expect(text()).toContain("Lawyers are taking cases in Texas.");
    expect(text()).toMatch(/A lawyer must accept by Nov 20(, 2026)?, or you get your money back\./);
    expect(screen.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
      "The court’s decisionYour case is",
      "DismissedWon",
      "Any other reductionLost",
    ]);
  },
);

it.each(FORMS)("%s names the cancellation window that the server enforces", (_, Offer) => {
  const text = renderOffer(Offer, true, AVAILABLE);
  expect(text()).toContain(WINDOW_WORDS.claim);
  expect(text()).toContain(`Cancel within ${WINDOW_WORDS.phrase} and you get the full price back`);
});

it.each(FORMS)("%s shows the measured share of won cases beside the success rate", (_, Offer) => {
  const measuredShare = { percent: 83, cases: 1250, from: "2026-01-05", until: "2026-11-20" };
  const sentence =
    "83% of 1,250 decided cases were won, from 01/05/2026 to 11/20/2026. Prior results do not guarantee a similar outcome.";
  const text = renderOffer(Offer, true, { ...AVAILABLE, measuredShare });
  expect(text()).toMatch(/[89]0% success rate/);
  expect(text()).toContain(sentence);
  cleanup();
  expect(renderOffer(Offer, true, AVAILABLE)()).not.toContain("Prior results");
  cleanup();
  const withoutClaims = renderOffer(Offer, false, { ...AVAILABLE, measuredShare }, false);
  expect(withoutClaims()).not.toContain("decided cases");
});

it("says that the court's state is assumed, and warns if the deadline is just before the due date", () => {
  const text = renderOffer(CourtCard, true, {
    ...AVAILABLE,
    isCourtStateAssumed: true,
    mayChangeCourt: true,
    isShort: true,
  });
  expect(text()).toContain(
    "Lawyers are taking cases in Texas. We don’t know your court yet, so we assume that it’s in Texas, the state on your license. If it’s in another state, choose “Enter your court”.",
  );
  expect(text()).toContain("doesn’t stop the fine from being due.");
});

it.each(FORMS)(
  "%s shows the table of outcomes if the price of a lost case is refunded",
  (_, Offer) => {
    const text = renderOffer(Offer, true, AVAILABLE, false);
    expect(screen.getByRole("table", { hidden: true })).toBeTruthy();
    expect(text()).not.toContain("money-back guarantee");
    cleanup();
    renderOffer(Offer, false, { ...AVAILABLE, isRefundedIfLost: false, guaranteeTable: [] });
    expect(screen.queryByRole("table", { hidden: true })).toBeNull();
  },
);

it("says how a lawyer is found, how much the lawyer earns before the case ends, and how long a refund takes", () => {
  const text = renderOffer(CourtCard, true, AVAILABLE);
  expect(text()).toContain("waited longest for an offer");
  expect(text()).toContain("earns 50% when they register with the court as your lawyer");
  expect(text()).toContain("A refund can take 5-10 business days");
});

it.each([
  ["isn't known", null],
  ["has no deadline, because staff find the lawyer", { ...AVAILABLE, acceptBy: null }],
])("shows no lawyer availability in the offer if the availability %s", (_, availability) => {
  const before = renderOffer(SalesPage, true)();
  cleanup();
  expect(renderOffer(SalesPage, true, availability)()).toBe(before);
});

const renderHireOffer = (answer: FakeResponse) => {
  serve(({ path }) => {
    if (path === "/api/config") return { body: CONFIG };
    return path === "/api/lawyer-availability" ? answer : undefined;
  });
  const ticket = aTicket({ isCourtRequired: true });
  openScreen(<HireOffer open onOpenChange={vi.fn()} ticket={ticket} state="Texas" />);
};

it("opens the offer without the lawyers' availability if that fails to load", async () => {
  renderHireOffer(null);
  expect(await screen.findByRole("button", { name: "Continue" })).toBeTruthy();
  expect(screen.queryByText(/A lawyer must accept/)).toBeNull();
});

it("shows the lawyers' availability as soon as the offer opens", async () => {
  renderHireOffer({ body: AVAILABLE });
  await screen.findByRole("button", { name: "Continue" });
  expect(screen.getByText(/^A lawyer must accept by/)).toBeTruthy();
});

it("explains that no lawyer takes cases in the court, and offers no payment", async () => {
  renderHireOffer({
    body: {
      ...AVAILABLE,
      isAvailable: false,
      reason: "No lawyer takes cases in this court right now.",
    },
  });
  await screen.findByText(
    /^No lawyer takes cases in this court right now\. You can still pay this ticket here/,
  );
  expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
});

it("opens the list of what counts as won with a click", async () => {
  renderOffer(CourtCard, true, AVAILABLE);
  const summary = screen.getByText("What counts as winning your case");
  fireEvent.click(summary);
  await waitFor(() => expect(summary.closest("details")?.open).toBe(true));
});

it.each(FORMS)(
  "%s keeps the guarantee but shows no success rate where claims are turned off",
  (_, Offer) => {
    const text = renderOffer(Offer, true, null, false);
    expect(text()).not.toMatch(/success rate|100%/);
    expect(text()).toContain(WITH_GUARANTEE);
  },
);

describe("the court", () => {
  const assumed = { ...AVAILABLE, isCourtStateAssumed: true, mayChangeCourt: true };
  const answer = (changed: FakeResponse) => {
    const requests = serve(({ method, path }) => {
      if (path === "/api/config") return { body: CONFIG };
      if (path === "/api/lawyer-availability") return { body: assumed };
      return method === "PATCH" ? changed : undefined;
    });
    const ticket = aTicket({ id: 7, isCourtRequired: true });
    openScreen(<HireOffer open onOpenChange={vi.fn()} ticket={ticket} state="Texas" />);
    return requests;
  };
  const change = async (state: string, name: string) => {
    fireEvent.click(await screen.findByRole("button", { name: "Enter your court" }));
    fireEvent.change(screen.getByLabelText(/State of the court/), { target: { value: state } });
    fireEvent.change(screen.getByLabelText(/Name of the court/), { target: { value: name } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
  };

  it("lets the driver change a court that is only assumed", async () => {
    const changed = {
      ...assumed,
      isCourtStateAssumed: false,
      courtState: "Ohio",
      courtName: "Akron Court",
    };
    const requests = answer({ body: changed });
    await change("Ohio", " Akron Court ");
    expect(
      await screen.findByText(/Lawyers are taking cases in Ohio\. Your court: Akron Court\./),
    ).toBeTruthy();
    await waitFor(() => expect(screen.queryByLabelText(/State of the court/)).toBeNull());
    const call = requests.find(({ method }) => method === "PATCH");
    expect(call).toMatchObject({
      path: "/api/tickets/7/court",
      body: { courtState: "Ohio", courtName: "Akron Court" },
    });
  });

  it("lets the driver change the court again if no lawyer takes cases in the chosen court", async () => {
    const none = {
      ...assumed,
      isAvailable: false,
      reason: "No lawyer takes cases in this court right now.",
      isCourtStateAssumed: false,
      courtState: "Ohio",
    };
    answer({ body: none });
    await change("Ohio", "");
    expect(await screen.findByText(/No lawyer takes cases in this court right now\./)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Enter or correct the court" })).toBeTruthy();
  });

  it("requires a state to change the court", async () => {
    const requests = answer(null);
    await change("", "Akron Court");
    expect(await screen.findByText("Choose the court’s state.")).toBeTruthy();
    expect(requests.some(({ method }) => method === "PATCH")).toBe(false);
  });

  it("doesn't let the driver change a court that is known", () => {
    renderOffer(CourtCard, true, AVAILABLE);
    expect(screen.queryByRole("button", { name: /the court$|your court$/ })).toBeNull();
  });
});
