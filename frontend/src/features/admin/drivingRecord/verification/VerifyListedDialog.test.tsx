// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { serve } from "@/testing/openScreen";
import VerifyListedDialog from "./VerifyListedDialog";

it("sends the time of the list that staff saw, even if the list is read again while the dialog is open", async () => {
  const requests = serve(({ path }) =>
    path.endsWith("/verifications")
      ? { body: { verified: 2, contested: 0, isMore: false } }
      : undefined,
  );
  const dialog = (listedAt: string) => (
    <VerifyListedDialog
      open
      onOpenChange={() => undefined}
      claim="plate"
      filter={{ unverified: "plate" }}
      total={2}
      isTotalLowerBound={false}
      listedAt={listedAt}
    />
  );
  const { rerender } = render(dialog("2026-11-28T12:00:00.000Z"));
  rerender(dialog("2026-11-28T12:05:00.000Z"));
  fireEvent.change(screen.getByLabelText("What you checked"), {
    target: { value: "Registration" },
  });
  fireEvent.click(screen.getByRole("button", { name: /Verify/ }));
  await waitFor(() => expect(requests.some(({ method }) => method === "POST")).toBe(true));
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    claim: "plate",
    basis: "Registration",
    listedAt: "2026-11-28T12:00:00.000Z",
  });
});
