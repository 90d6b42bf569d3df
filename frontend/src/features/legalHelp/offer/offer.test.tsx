// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aTicket } from "@/testing/items";
import { CourtCard } from "./CourtCard";
import { SalesPage } from "./SalesPage";

const WITH_GUARANTEE = "If we don’t win your case, we refund the price. You still owe the fine.";
const WITHOUT_GUARANTEE = "If we don’t win your case, you still owe the fine.";

it.each([
  ["the card", CourtCard, true, WITH_GUARANTEE],
  ["the card", CourtCard, false, WITHOUT_GUARANTEE],
  ["the page", SalesPage, true, WITH_GUARANTEE],
  ["the page", SalesPage, false, WITHOUT_GUARANTEE],
])(
  "%s says what the driver pays if the case is lost, guarantee: %#",
  (_, Offer, guarantee, text) => {
    const close = () => undefined;
    render(
      <Offer
        ticket={aTicket()}
        guarantee={guarantee}
        supportPhone="5551234567"
        onClose={close}
        onContinue={close}
      />,
    );
    expect(document.body.textContent).toContain(text);
    expect(screen.getByRole("button", { name: "Continue" })).toBeTruthy();
  },
);
