// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { expect, it, vi } from "vitest";
import { SWR_CONFIG } from "@/api/useRead";
import { aCase } from "@/testing/sampleCases";
import { type FakeResponse, serve } from "@/testing/openScreen";
import { CaseOfHire } from "./CaseOfHire";
import { useCases } from "./useCases";

const NOW = Date.parse("2026-11-22T12:00:00Z");

function Hire({ id, isNeeded = true }: { id: number; isNeeded?: boolean }) {
  return (
    <CaseOfHire
      hire={{ id, isTicketPaid: false }}
      cases={useCases(isNeeded)}
      now={NOW}
      onChanged={vi.fn()}
    />
  );
}

function renderCase(id: number, answer: () => FakeResponse, isNeeded?: boolean) {
  const requests = serve(({ path }) => (path === "/api/lawyer-cases" ? answer() : undefined));
  render(
    <MemoryRouter>
      <SWRConfig value={{ ...SWR_CONFIG, provider: () => new Map(), dedupingInterval: 0 }}>
        <Hire id={id} isNeeded={isNeeded} />
      </SWRConfig>
    </MemoryRouter>,
  );
  return requests;
}

it("says that the case is loading, then shows it", async () => {
  renderCase(7, () => ({ body: [aCase()] }));
  expect(screen.getByText("Loading your case")).toBeTruthy();
  await screen.findByText("Lena Ortiz, Ortiz Traffic Law");
});

it("shows an error with a retry button if the cases don't load", async () => {
  let fails = true;
  renderCase(7, () => (fails ? null : { body: [aCase()] }));
  await screen.findByText("We couldn’t load your case. Nothing was lost.");
  fails = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Lena Ortiz, Ortiz Traffic Law");
});

it("shows nothing for a hire that has no case in the list", async () => {
  const requests = renderCase(8, () => ({ body: [aCase()] }));
  await waitFor(() => expect(screen.queryByText("Loading your case")).toBeNull());
  expect(requests).toHaveLength(1);
  expect(screen.queryByText("What happened")).toBeNull();
});

it("doesn't request cases if no hire has a case", () => {
  expect(renderCase(7, () => null, false)).toEqual([]);
});
