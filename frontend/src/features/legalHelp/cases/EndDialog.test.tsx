// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aCase } from "@/testing/cases";
import { serve } from "@/testing/opened";
import EndDialog from "./EndDialog";

const FULL = "We’ll refund the full $75 to the card you paid with.";
const DECIDED_BY_STAFF =
  "Your lawyer has already filed papers with the court. Our team will decide on the refund together with you and your lawyer.";

it.each([
  ["offered", FULL],
  ["agreement_signed", FULL],
  ["appearance_filed", DECIDED_BY_STAFF],
  ["court_date_set", DECIDED_BY_STAFF],
] as const)("says what is refunded when a case ends at the step %s", async (step, text) => {
  const asked = serve(({ path }) =>
    path === "/api/lawyer-cases/7/end" ? { body: aCase({ step: "ended" }) } : undefined,
  );
  const onChanged = vi.fn();
  const close = vi.fn();
  render(
    <EndDialog
      open
      onOpenChange={close}
      of={aCase({ step })}
      cents={7500}
      onChanged={onChanged}
      reread={async () => undefined}
    />,
  );
  expect(screen.getByText(text)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "End case" }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(asked[0]?.body).toEqual({ version: 3 });
  expect(close).toHaveBeenCalledExactlyOnceWith(false);
});
