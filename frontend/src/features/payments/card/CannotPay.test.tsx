// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { CannotPay } from "./CannotPay";

it("says that nothing was charged when our side failed", () => {
  const why = { kind: "down", message: "Something went wrong on our side." } as const;
  const nothing = () => undefined;
  render(
    <MemoryRouter>
      <CannotPay why={why} type="toll" onRetry={nothing} onDespiteLawyer={nothing} />
    </MemoryRouter>,
  );
  expect(
    screen.getByText("Something went wrong on our side. You have not been charged."),
  ).toBeTruthy();
});
