// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type FakeResponse, openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import InquiriesPage from "./help/InquiriesPage";
import HiresPage from "./legalHelp/HiresPage";
import TransactionsPage from "./payments/TransactionsPage";
import ReportsPage from "./requests/ReportsPage";
import StatusRequestsPage from "./requests/StatusRequestsPage";
import { TextRequests } from "./requests/TextRequests";
import VehiclesPage from "./requests/VehiclesPage";

vi.mock("./desk/live/useLiveDesk", async (original) => ({
  ...(await original<object>()),
  useLiveDesk: () => undefined,
}));

const NoForm = () => null;
const PAGES: [path: string, empty: string, Page: ComponentType][] = [
  ["/api/lawyer-hires", "No lawyer hires found.", HiresPage],
  ["/api/payment-transactions", "No payment transactions found.", TransactionsPage],
  [
    "/api/missing-ticket-reports",
    "No missing ticket reports found.",
    () => <ReportsPage File={NoForm} />,
  ],
  ["/api/admin/vehicle-updates", "No vehicle updates found.", VehiclesPage],
  ["/api/admin/status-requests", "No license status requests found.", StatusRequestsPage],
  ["/api/help-inquiries", "No help inquiries found.", InquiriesPage],
];

/** Simulates a server with empty lists and failing totals. Responses that `override` returns take precedence. */
const serveLists = (override: (path: string) => FakeResponse | undefined = () => undefined) =>
  serve(({ path }) => {
    const answer = override(path);
    if (answer !== undefined) return answer;
    if (path === "/api/session") return sessionResponse(STAFF);
    if (PAGES.some(([list]) => list === path))
      return { body: [], headers: { "x-total-count": "0" } };
    return { status: 503, body: { code: "busy", message: "Busy." } };
  });

beforeEach(() => {
  vi.stubGlobal("scrollTo", () => {});
});

describe.each(PAGES)("%s", (list, empty, Page) => {
  it("shows a message when the list is empty", async () => {
    serveLists();
    openScreen(<Page />, { user: STAFF });
    expect((await screen.findAllByText(empty, { exact: true })).length).toBeGreaterThan(0);
  });

  it("shows an error with a retry button when the list fails to load", async () => {
    let fails = true;
    serveLists((path) => (path === list && fails ? null : undefined));
    openScreen(<Page />, { user: STAFF });
    const retryButton = await screen.findByText("Try again");
    fails = false;
    fireEvent.click(retryButton);
    expect((await screen.findAllByText(empty, { exact: true })).length).toBeGreaterThan(0);
    expect(screen.queryByText("Try again")).toBeNull();
  });

  it("shows drivers that the page is for staff only, and loads nothing", async () => {
    const requests = serveLists((path) =>
      path === "/api/session" ? sessionResponse(USER) : undefined,
    );
    openScreen(<Page />, { user: USER });
    await screen.findByText("This area is for Lanewise staff");
    expect(requests.filter(({ path }) => path !== "/api/session")).toEqual([]);
  });
});

it("shows a message when no text notifications are requested", async () => {
  serve(() => undefined);
  openScreen(<TextRequests />, { user: STAFF, at: "/admin" });
  fireEvent.click(screen.getByRole("button", { name: /^Text Notification Requests/ }));
  await screen.findByText("No text notification requests found.");
});

it("sends the time of the vehicle update that staff saw when they mark it as solved", async () => {
  const vehicleInfoAddedAt = "2026-11-28T12:00:00.123456Z";
  const update = { ...USER, vehicleLicensePlate: "ABC 123", vehicleInfoAddedAt, isSolved: false };
  const requests = serve(({ path, method }) => {
    if (path === "/api/session") return sessionResponse(STAFF);
    if (path === "/api/admin/vehicle-updates") return { body: [update] };
    return method === "PATCH" ? { body: { id: USER.id, isSolved: true } } : undefined;
  });
  openScreen(<VehiclesPage />, { user: STAFF, at: "/admin/vehicles" });
  fireEvent.click((await screen.findAllByRole("switch"))[0] as Element);
  const sent = () => requests.find(({ method }) => method === "PATCH");
  await waitFor(() => expect(sent()).toBeTruthy());
  expect(sent()?.body).toEqual({ isSolved: true, requestedAt: vehicleInfoAddedAt });
});
