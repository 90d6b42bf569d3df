// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { AddedItem, SimilarItem } from "@/api/types";
import { openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import { aTicket } from "@/testing/sampleItems";
import { USER } from "@/testing/sampleRecords";
import AddedItemsPage from "./AddedItemsPage";

vi.mock("../../desk/live/useLiveDesk", async (original) => ({
  ...(await original<object>()),
  useLiveDesk: () => undefined,
}));
afterEach(cleanup);

const ADDED: AddedItem = {
  id: 7,
  kind: "ticket",
  itemId: 41,
  userId: USER.id,
  driverName: "Alex Doe",
  label: "Speeding",
  date: "2026-11-20",
  amount: "150",
  citationNumber: "AB-10",
  issuer: "City of Austin",
  addedAt: "2026-11-28T10:00:00Z",
  status: "being_checked",
  reason: null,
  checkedAt: null,
  version: 3,
};
const SAME: SimilarItem = {
  similarity: "same_day",
  kind: "parking",
  itemId: 5,
  userId: USER.id,
  driverName: "Alex Doe",
  isBeingChecked: false,
  label: "Expired meter",
  date: "2026-11-20",
  amount: "$45",
  citationNumber: null,
  issuer: null,
};
const ANOTHER_DRIVERS: SimilarItem = {
  ...SAME,
  similarity: "same_number",
  itemId: 6,
  userId: 99,
  driverName: "Sam Roe",
  citationNumber: "AB10",
};
const ADDED_TWICE: SimilarItem = {
  ...SAME,
  itemId: 8,
  label: "Added twice",
  isBeingChecked: true,
};

const RECORD = aTicket({
  id: ADDED.itemId,
  location: "Main St, Austin",
  dueDate: "2026-12-20",
  points: 2,
  isCourtRequired: true,
  courtDate: "2027-01-05",
  courtTime: null,
  courtState: "Texas",
});

function renderPage() {
  const requests = serve(({ path, method }) => {
    if (path === "/api/session") return sessionResponse(STAFF);
    if (path === "/api/admin/added-items") return { body: [ADDED] };
    if (path === "/api/admin/added-items/7")
      return { body: { added: ADDED, similar: [SAME, ANOTHER_DRIVERS, ADDED_TWICE] } };
    if (path === `/api/users/${USER.id}`) return { body: USER };
    if (path === `/api/tickets/${USER.id}`) return { body: [RECORD] };
    if (method === "POST" && path.endsWith("/decision"))
      return { body: { ...ADDED, status: "confirmed" } };
    return undefined;
  });
  openScreen(<AddedItemsPage />, { user: STAFF, at: "/admin/added-items" });
  return () => requests.filter(({ method }) => method === "POST").map(({ body }) => body);
}

const openItem = async () =>
  fireEvent.click(await screen.findByRole("button", { name: "Check Speeding" }));

it("shows everything that the driver entered", async () => {
  renderPage();
  await openItem();
  const fact = async (name: string) =>
    (await screen.findByText(name, { selector: "dt" })).nextSibling?.textContent;
  expect(await fact("Location")).toBe("Main St, Austin");
  expect(await fact("Due date")).toBe("12/20/2026");
  expect(await fact("Amount")).toBe("$150");
  expect(await fact("Points")).toBe("2");
  expect(await fact("State of the court")).toBe("Texas");
  expect(await fact("Court date")).toBe("01/05/2027");
  expect(await fact("Court time")).toBe("—");
});

it("sends the version that staff see when they confirm an item", async () => {
  const sent = renderPage();
  await openItem();
  fireEvent.click(await screen.findByRole("button", { name: "Confirm" }));
  await waitFor(() => expect(sent()).toEqual([{ decision: "confirmed", version: 3 }]));
});

it("offers to merge an item only with a checked item of the same driver, after a confirmation", async () => {
  const sent = renderPage();
  await openItem();
  const similar = within(await screen.findByRole("region", { name: "Possible duplicates" }));
  expect(similar.getByText("Same citation number")).toBeTruthy();
  expect(similar.getByText(/’s record\. Only staff can see this match\./)).toBeTruthy();
  expect(similar.getByText("Being checked")).toBeTruthy();
  expect(similar.getAllByRole("button")).toHaveLength(1);
  fireEvent.click(similar.getByRole("button", { name: /^Merge with Expired meter/ }));
  expect(await screen.findByText(/This can’t be undone\.$/)).toBeTruthy();
  expect(sent()).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Merge" }));
  await waitFor(() =>
    expect(sent()).toEqual([{ decision: "merged", kind: "parking", itemId: 5, version: 3 }]),
  );
});

it("requires a reason before staff can mark an item as not found", async () => {
  const sent = renderPage();
  await openItem();
  fireEvent.click(await screen.findByRole("button", { name: "Mark as not found" }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove from record" }));
  expect(await screen.findByText("Enter a reason. The driver will see it.")).toBeTruthy();
  expect(sent()).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: "No such number." } });
  fireEvent.click(screen.getByRole("button", { name: "Remove from record" }));
  await waitFor(() =>
    expect(sent()).toEqual([{ decision: "not_found", reason: "No such number.", version: 3 }]),
  );
});
