// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { CannotPay } from "./CannotPay";

it("says that nothing was charged when our server failed", () => {
  const failure = { kind: "down", message: "Something went wrong on our side." } as const;
  const doNothing = () => undefined;
  render(
    <MemoryRouter>
      <CannotPay failure={failure} type="toll" onRetry={doNothing} onDespiteLawyer={doNothing} />
    </MemoryRouter>,
  );
  expect(
    screen.getByText("Something went wrong on our side. You have not been charged."),
  ).toBeTruthy();
});
