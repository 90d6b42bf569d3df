// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { expect, it, vi } from "vitest";
import type { LawyerAvailability } from "@/api/types";
import { aTicket } from "@/testing/items";
import { type Answer, open, serve } from "@/testing/opened";
import { CONFIG } from "@/testing/records";
import { CourtCard } from "./CourtCard";
import LawyerOffer from "./LawyerOffer";
import type { OfferProps } from "./offerProps";
import { SalesPage } from "./SalesPage";

const WITH_GUARANTEE = "If we don’t win your case, we refund the price. You still owe the fine.";
const WITHOUT_GUARANTEE = "If we don’t win your case, you still owe the fine.";

const AVAILABLE: LawyerAvailability = {
  isAvailable: true,
  reason: null,
  courtState: "Texas",
  isCourtStateAssumed: false,
  acceptBy: "2026-11-20",
  isShort: false,
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

function shown(
  Offer: ComponentType<OfferProps>,
  guarantee: boolean,
  availability: LawyerAvailability | null = null,
  claims = true,
) {
  const close = () => undefined;
  render(
    <Offer
      ticket={aTicket()}
      guarantee={guarantee}
      claims={claims}
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
)("%s says what the driver pays if the case is lost, guarantee: %#", (_, Offer, on, text) => {
  expect(shown(Offer, on)()).toContain(text);
  expect(screen.getByRole("button", { name: "Continue" })).toBeTruthy();
});

it.each(FORMS)("%s says by when a lawyer must accept and what counts as won", (_, Offer) => {
  const text = shown(Offer, true, AVAILABLE);
  expect(text()).toContain("Lawyers are taking cases in Texas.");
  expect(text()).toMatch(/A lawyer must accept by Nov 20(, 2026)?, or you get your money back\./);
  expect(screen.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
    "The court’s decisionYour case is",
    "DismissedWon",
    "Any other reductionLost",
  ]);
});

it.each(FORMS)("%s shows the measured share beside the success rate", (_, Offer) => {
  const measuredShare = { percent: 83, cases: 1250, from: "2026-01-05", until: "2026-11-20" };
  const sentence =
    "83% of 1,250 decided cases were won, from 01/05/2026 to 11/20/2026. Prior results do not guarantee a similar outcome.";
  const text = shown(Offer, true, { ...AVAILABLE, measuredShare });
  expect(text()).toMatch(/[89]0% success rate/);
  expect(text()).toContain(sentence);
  cleanup();
  expect(shown(Offer, true, AVAILABLE)()).not.toContain("Prior results");
  cleanup();
  const withoutClaims = shown(Offer, false, { ...AVAILABLE, measuredShare }, false);
  expect(withoutClaims()).not.toContain("decided cases");
});

it("names the assumed state, and warns if the deadline is right before the date", () => {
  const text = shown(CourtCard, true, { ...AVAILABLE, isCourtStateAssumed: true, isShort: true });
  expect(text()).toContain("We don’t know the court yet, so we use the state on your license.");
  expect(text()).toContain("doesn’t stop the fine from being due.");
});

it.each(FORMS)("%s has no table where the guarantee is off", (_, Offer) => {
  shown(Offer, false, AVAILABLE);
  expect(screen.queryByRole("table", { hidden: true })).toBeNull();
});

it.each([
  ["isn't known", null],
  ["has no deadline, because staff find the lawyer", { ...AVAILABLE, acceptBy: null }],
])("the offer looks as before if availability %s", (_, availability) => {
  const before = shown(SalesPage, true)();
  cleanup();
  expect(shown(SalesPage, true, availability)()).toBe(before);
});

const offered = (answer: Answer) => {
  serve(({ path }) => {
    if (path === "/api/config") return { body: CONFIG };
    return path === "/api/lawyer-availability" ? answer : undefined;
  });
  const ticket = aTicket({ isCourtRequired: true });
  open(<LawyerOffer open onOpenChange={vi.fn()} ticket={ticket} state="Texas" />);
};

it("opens without the lines if availability can't be read", async () => {
  offered(null);
  expect(await screen.findByRole("button", { name: "Continue" })).toBeTruthy();
  expect(screen.queryByText(/A lawyer must accept/)).toBeNull();
});

it("opens with the lines already there", async () => {
  offered({ body: AVAILABLE });
  await screen.findByRole("button", { name: "Continue" });
  expect(screen.getByText(/^A lawyer must accept by/)).toBeTruthy();
});

it("says why if no lawyer takes the court, and offers nothing to buy", async () => {
  offered({ body: { ...AVAILABLE, isAvailable: false, reason: "No lawyer takes this court." } });
  await screen.findByText(/^No lawyer takes this court\. You can still pay this ticket here/);
  expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
});

it("opens the list of what counts as won with the keyboard's or a finger's press", async () => {
  shown(CourtCard, true, AVAILABLE);
  const summary = screen.getByText("What counts as won");
  fireEvent.click(summary);
  await waitFor(() => expect(summary.closest("details")?.open).toBe(true));
});

it.each(FORMS)("%s makes no claims where they are off", (_, Offer) => {
  const text = shown(Offer, true, null, false);
  expect(text()).not.toMatch(/success rate|100%/);
  expect(text()).toContain(WITH_GUARANTEE);
});
