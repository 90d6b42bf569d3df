// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { CannotPay } from "./CannotPay";

const doNothing = () => undefined;

it("says that nothing was charged when our server failed", () => {
  const failure = { kind: "down", message: "Something went wrong on our side." } as const;
  render(
    <MemoryRouter>
      <CannotPay failure={failure} type="toll" onRetry={doNothing} onPayDespiteLawyer={doNothing} />
    </MemoryRouter>,
  );
  expect(
    screen.getByText("Something went wrong on our side. You have not been charged."),
  ).toBeTruthy();
});

it.each([
  ["nothing", "Nothing has been charged.", undefined],
  ["an earlier payment", null, true],
] as const)(
  "says that nothing was charged, unless an earlier payment was charged: %s",
  (_what, text, isEarlierCharged) => {
    const failure = { kind: "refused", message: "Refused.", isEarlierCharged } as const;
    render(
      <MemoryRouter>
        <CannotPay
          failure={failure}
          type="toll"
          onRetry={doNothing}
          onPayDespiteLawyer={doNothing}
        />
      </MemoryRouter>,
    );
    expect(screen.queryByText(/charged/)?.textContent ?? null).toBe(text);
  },
);
