// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aCase } from "@/testing/sampleCases";
import { serve } from "@/testing/openScreen";
import EndDialog from "./EndDialog";

const FULL = "We’ll refund the full $75 to the card you paid with.";
const DECIDED_BY_STAFF =
  "Your lawyer has already filed papers with the court. Our team will decide on the refund together with you and your lawyer.";

const EARNED =
  "Your lawyer has earned part of the amount. We’ll refund the remaining $37.50 to the card you paid with.";

it.each([
  ["75.00", FULL],
  ["37.50", EARNED],
  ["0.00", "Your lawyer has earned the full amount, so nothing is left to refund."],
  [null, DECIDED_BY_STAFF],
] as const)(
  "says what the driver gets back when they end the case, if the refundable amount is %s",
  async (refundAtEnd, text) => {
    const requests = serve(({ path }) =>
      path === "/api/lawyer-cases/7/end" ? { body: aCase({ step: "ended" }) } : undefined,
    );
    const onChanged = vi.fn();
    const close = vi.fn();
    render(
      <EndDialog
        open
        onOpenChange={close}
        legalCase={aCase({ step: "appearance_filed", refundAtEnd })}
        cents={7500}
        onChanged={onChanged}
        refetch={async () => undefined}
      />,
    );
    expect(screen.getByText(text)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "End case" }));
    await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
    expect(requests[0]?.body).toEqual({ version: 3 });
    expect(close).toHaveBeenCalledExactlyOnceWith(false);
  },
);
