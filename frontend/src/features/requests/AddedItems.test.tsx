// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { AddedItem, ItemFile } from "@/api/types";
import { openScreen, serve } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { AddedItems } from "./AddedItems";

afterEach(cleanup);

const anAddedItem = (overrides: Partial<AddedItem>): AddedItem => ({
  id: 7,
  kind: "ticket",
  itemId: 41,
  userId: USER.id,
  label: "Speeding",
  date: "2026-11-20",
  amount: "$150",
  citationNumber: "AB-10",
  issuer: "City of Austin",
  addedAt: "2026-11-28T10:00:00Z",
  status: "being_checked",
  reason: null,
  checkedAt: null,
  version: 1,
  ...overrides,
});

it("shows the driver why a ticket wasn’t found, and doesn't offer to remove it", async () => {
  const refused = anAddedItem({
    status: "not_found",
    reason: "Austin has no such number.",
    checkedAt: "2026-11-28T11:00:00Z",
  });
  serve(() => ({ body: [refused] }));
  openScreen(<AddedItems />);
  expect(await screen.findByText(/Note from our team: Austin has no such number\./)).toBeTruthy();
  expect(screen.getByText("Not found")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Remove Speeding" })).toBeNull();
});

it("shows the photos of a ticket that wasn’t found, without buttons to add or delete photos", async () => {
  const refused = anAddedItem({
    status: "not_found",
    reason: "Austin has no such number.",
    checkedAt: "2026-11-28T11:00:00Z",
  });
  const photo: ItemFile = {
    id: 3,
    name: "ticket.jpg",
    kind: "jpeg",
    bytes: 1000,
    isFromStaff: false,
    receivedBytes: 1000,
    sha256: "ab".repeat(32),
    addedAt: "2026-11-28T10:00:00Z",
  };
  serve(({ path }) => ({ body: path.startsWith("/api/items/") ? [photo] : [refused] }));
  openScreen(<AddedItems />);
  const opener = await screen.findByRole("button", { name: "Photos and documents of Speeding" });
  fireEvent.click(opener);
  expect(await screen.findByRole("img", { name: "ticket.jpg" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Download Summary (PDF)" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Add Files|Take Photo|Delete/ })).toBeNull();
});

it.each([
  [
    { status: 409, body: { code: "already_paid", message: "This is already paid." } },
    /already paid/,
  ],
  [null, /^Unable to connect to server/],
])("says why an item could not be removed: %j", async (response, text) => {
  serve(({ method }) => (method === "DELETE" ? response : { body: [anAddedItem({})] }));
  openScreen(<AddedItems />);
  fireEvent.click(await screen.findByRole("button", { name: "Remove Speeding" }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(text);
});

it.each([
  ["ticket", "Remove this ticket?"],
  ["parking", "Remove this ticket?"],
  ["toll", "Remove this toll?"],
] as const)("removes a %s after a confirmation", async (kind, question) => {
  let items = [anAddedItem({ kind })];
  const requests = serve(({ method }) => {
    if (method === "DELETE") {
      items = [];
      return { body: anAddedItem({ kind, status: "withdrawn" }) };
    }
    return { body: items };
  });
  openScreen(<AddedItems />);
  fireEvent.click(await screen.findByRole("button", { name: "Remove Speeding" }));
  expect(requests.some(({ method }) => method === "DELETE")).toBe(false);
  await screen.findByRole("heading", { name: question });
  fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByText("Tickets you added")).toBeNull());
  expect(requests.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([
    "/api/added-items/7",
  ]);
});
