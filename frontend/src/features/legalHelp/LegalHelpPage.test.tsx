// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { LawyerHire } from "@/api/types";
import { WINDOW_WORDS } from "@/testing/readCases";
import { openScreen, serve, sessionResponse } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import LegalHelpPage from "./LegalHelpPage";

// HireCard has its own tests. Only the list matters here.
vi.mock("./HireCard", () => ({
  HireCard: ({ hire }: { hire: LawyerHire }) => <p>Hire {hire.id}</p>,
}));
// Reads hires with a plain `fetch`, which doesn't check their fields, so that the hires in a test need only an id.
vi.mock("@/parts/hires/calls", async (original) => {
  const { HIRES_PAGE } = await original<typeof import("@/parts/hires/calls")>();
  const getLawyerHires = async (offset = 0) => {
    const answer = await fetch(`/api/lawyer-hires?offset=${offset}`);
    return (await answer.json()) as LawyerHire[];
  };
  return { HIRES_PAGE, getLawyerHires };
});

const hires = (count: number, firstId: number) =>
  Array.from({ length: count }, (_, index) => ({ id: firstId - index }));
const clickText = (name: string) => fireEvent.click(screen.getByText(name));
const shownHires = () => screen.queryAllByText(/^Hire \d+$/);

it("loads older hires on request, and retries after a failure", async () => {
  let fails = true;
  serve(({ path, query }) => {
    if (path === "/api/session") return sessionResponse(USER);
    if (path !== "/api/lawyer-hires") return undefined;
    const offset = Number(query.get("offset"));
    if (offset === 0) return { body: hires(200, 1000) };
    return fails ? null : { body: hires(3, 1000 - offset) };
  });
  openScreen(<LegalHelpPage />);
  await waitFor(() => expect(shownHires()).toHaveLength(200));
  clickText("Show earlier cases");
  await screen.findByText("We couldn’t load earlier cases. Please try again.");
  fails = false;
  clickText("Show earlier cases");
  await waitFor(() => expect(shownHires()).toHaveLength(203));
  expect(shownHires().at(-1)?.textContent).toBe("Hire 798");
  expect(screen.queryByText("Show earlier cases")).toBeNull();
});

it("shows an error with a retry button when the list fails to load", async () => {
  let fails = true;
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(USER);
    return fails ? null : { body: [] };
  });
  openScreen(<LegalHelpPage />);
  await screen.findByText("This didn’t load");
  fails = false;
  clickText("Try again");
  await screen.findByText("No lawyer hired yet");
});

it("hides the button for earlier hires if the next page is empty", async () => {
  serve(({ path, query }) => {
    if (path === "/api/session") return sessionResponse(USER);
    if (path !== "/api/lawyer-hires") return undefined;
    return { body: query.get("offset") === "0" ? hires(200, 1000) : [] };
  });
  openScreen(<LegalHelpPage />);
  await waitFor(() => expect(shownHires()).toHaveLength(200));
  clickText("Show earlier cases");
  await waitFor(() => expect(screen.queryByText("Show earlier cases")).toBeNull());
  expect(shownHires()).toHaveLength(200);
});

it("names the cancellation window that the server enforces", async () => {
  serve(({ path }) => (path === "/api/session" ? sessionResponse(USER) : { body: [] }));
  openScreen(<LegalHelpPage />);
  await screen.findByText((text) =>
    text.includes(`You can cancel for a full refund within ${WINDOW_WORDS.phrase}.`),
  );
});
