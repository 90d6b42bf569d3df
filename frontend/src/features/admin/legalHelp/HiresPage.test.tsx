// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { mutate, SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { SWR_CONFIG } from "@/api/useRead";
import type { LawyerHire } from "@/api/types";
import { saveSession } from "@/parts/accounts/session";
import { newSession } from "@/parts/accounts/sessionRecord";
import { aCase, aHire } from "@/testing/sampleCases";
import { STAFF, serve, sessionResponse } from "@/testing/openScreen";
import HiresPage from "./HiresPage";

vi.mock("../desk/live/useLiveDesk", async (original) => ({
  ...(await original<object>()),
  useLiveDesk: () => undefined,
}));

const HIRE = aHire({ driverName: "Alex Doe", status: "Contacted", refund: "refunded" });

/** Opens a hire's record, and has the server report its payment as refunded once the hire is cancelled. */
async function openHire(overrides: Partial<LawyerHire>, refunded: string, left: string) {
  let hire = { ...HIRE, ...overrides };
  let payment = {
    chargebacks: [],
    refunds: [],
    received: "110.00",
    refunded,
    left,
    mayRefund: left !== "0.00",
  };
  const requests = serve(({ method, path }) => {
    if (path === "/api/session") return sessionResponse(STAFF);
    if (path === "/api/lawyer-hires") return { body: [hire], headers: { "x-total-count": "1" } };
    if (path === "/api/admin/payments/5/refunds") return { body: payment };
    if (method === "POST" && path === "/api/lawyer-hires/7/cancel") {
      hire = { ...hire, status: "Cancelled", refund: "refunded" };
      payment = { ...payment, refunded: "110.00", left: "0.00", mayRefund: false };
      return { body: hire };
    }
    if (method === "PATCH" && path === "/api/lawyer-hires/7") return { body: hire };
    if (path === "/api/admin/cases/7") return { body: aCase() };
    return path.endsWith("/summary") ? { status: 503, body: {} } : undefined;
  });
  saveSession(newSession(STAFF, Date.now()));
  // Uses the cache shared by all pages, so that changes trigger the same reads as in the app.
  render(
    <MemoryRouter initialEntries={["/admin/lawyer-hires?row=7"]}>
      <SWRConfig value={{ ...SWR_CONFIG, dedupingInterval: 0 }}>
        <HiresPage />
      </SWRConfig>
    </MemoryRouter>,
  );
  const drawer = within(await screen.findByRole("region", { name: "Hire 7" }));
  await drawer.findByRole("region", { name: "Refunds" });
  return Object.assign(drawer, {
    changes: () => requests.filter(({ method }) => method === "PATCH").map(({ body }) => body),
  });
}

beforeEach(async () => {
  vi.stubGlobal("scrollTo", () => {});
  const wide = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("matchMedia", () => wide);
  // Empties the cache, and drops reads that the previous test left in flight.
  await mutate(() => true, undefined);
});

it("shows a hire as refunded, and offers no cancel button", async () => {
  const drawer = await openHire({ status: "Cancelled" }, "110.00", "0.00");
  await drawer.findByText("Refunded");
  expect(drawer.queryByRole("button", { name: /^Cancel/ })).toBeNull();
});

it("lets staff cancel a hire without a second refund while a refund is on its way", async () => {
  const drawer = await openHire({ refund: "pending" }, "0.00", "0.00");
  await drawer.findByText("On its way");
  fireEvent.click(drawer.getByRole("button", { name: "Cancel hire" }));
  await screen.findByRole("dialog", { name: "Cancel hire 7?" });
});

it("names the issuer and number of the ticket in the list and in the record", async () => {
  const cited = { issuer: "City of Austin", citationNumber: "AB-123" };
  const drawer = await openHire(cited, "0.00", "110.00");
  await drawer.findByText("City of Austin AB-123");
  expect(screen.getAllByText("City of Austin AB-123")).toHaveLength(2);
});

it.each([
  ["by_staff", "Handled by staff"],
  ["outside", "Handled outside Lanewise"],
] as const)("shows in the list how a hire is handled: %s", async (handling, text) => {
  await openHire({ handling, caseStep: "hired" }, "0.00", "110.00");
  expect(screen.getByText(text)).toBeTruthy();
});

it("says in a hire's record that the ticket's citation number isn't on file", async () => {
  const drawer = await openHire({ issuer: null, citationNumber: null }, "0.00", "110.00");
  await drawer.findByText("No citation number on file");
});

it("shows a partial refund, and cancels with a refund of the rest", async () => {
  const drawer = await openHire({}, "50.00", "60.00");
  await drawer.findByText("Partly refunded");
  fireEvent.click(drawer.getByRole("button", { name: "Cancel hire and refund" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Cancel hire 7 and refund $60.00?" }),
  );
  dialog.getByText(/^We’ll refund the rest to the driver’s card/);
  fireEvent.click(dialog.getByRole("button", { name: "Cancel hire and refund" }));
  await drawer.findByText("Refunded");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(drawer.queryByRole("button", { name: /^Cancel/ })).toBeNull();
  expect(drawer.queryByRole("button", { name: "Refund" })).toBeNull();
});

const MATCHED = { handling: "matched", caseStep: "court_date_set" } as const;

async function chooseStatus(overrides: Partial<LawyerHire>, status: string) {
  const drawer = await openHire(
    { status: "In Progress", refund: null, ...overrides },
    "0.00",
    "110.00",
  );
  const select = drawer.getByLabelText("Status of hire 7");
  fireEvent.change(select, { target: { value: status } });
  return drawer;
}

it.each([
  ["Keep case open", false],
  ["End the case", true],
])(
  "asks whether to end the case too when staff set a closing status: %s",
  async (answer, endsCase) => {
    const { changes } = await chooseStatus(MATCHED, "Cancelled");
    const dialog = within(await screen.findByRole("dialog", { name: "End the case too?" }));
    dialog.getByText(/is still open \(Court date set\)\./);
    dialog.getByText(/End it: .* The driver gets the full price back if they can still cancel/);
    expect(changes()).toEqual([]);
    fireEvent.click(dialog.getByRole("button", { name: answer }));
    await waitFor(() =>
      expect(changes()).toEqual([{ status: "Cancelled", from: "In Progress", endsCase }]),
    );
    expect(screen.queryByRole("dialog")).toBeNull();
  },
);

it("changes nothing if staff cancel the question whether to end the case", async () => {
  const { changes } = await chooseStatus(MATCHED, "Completed");
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(changes()).toEqual([]);
});

it.each<[string, Partial<LawyerHire>, string]>([
  ["an open status", MATCHED, "Contacted"],
  ["a case that is over", { ...MATCHED, caseStep: "closed" }, "Cancelled"],
  ["a decided case that becomes Cancelled", { ...MATCHED, caseStep: "decided" }, "Cancelled"],
  ["a hire that staff handle", { handling: "by_staff", caseStep: "hired" }, "Cancelled"],
  ["a hire from before cases", {}, "Cancelled"],
])("doesn't ask staff whether to end the case for %s", async (_, overrides, status) => {
  const { changes } = await chooseStatus(overrides, status);
  await waitFor(() => expect(changes()).toEqual([{ status, from: "In Progress" }]));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("shows the case in the hire's record, and says that staff set the hire's status", async () => {
  const drawer = await openHire(
    { ...MATCHED, isLabelByStaff: true, refund: null },
    "0.00",
    "110.00",
  );
  await drawer.findByRole("region", { name: "Case" });
  expect(screen.getAllByText("Set by staff")).toHaveLength(2);
  expect(screen.getByText("Case: Court date set")).toBeTruthy();
});

it("shows no case for a hire from before cases were introduced", async () => {
  const drawer = await openHire({ handling: "outside", refund: null }, "0.00", "110.00");
  expect(drawer.queryByRole("region", { name: "Case" })).toBeNull();
});
