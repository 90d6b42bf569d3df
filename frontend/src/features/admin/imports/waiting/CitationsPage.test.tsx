// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { WaitingCitation } from "@/api/types";
import { open, STAFF, serve, sessionOf } from "@/testing/opened";
import CitationsPage from "./CitationsPage";

vi.mock("../../desk/live/useLiveDesk", async (original) => ({
  ...(await original<object>()),
  useLiveDesk: () => undefined,
}));

const waiting = (id: number): WaitingCitation => ({
  id,
  kind: "toll",
  citation: `C-${id}`,
  fields: [{ name: "amount", text: "6.40" }],
  plate: "LNW123",
  plateState: "Texas",
  licenseNumber: null,
  licenseState: null,
  email: null,
  reason: null,
  source: null,
  importId: 1,
  userId: 3,
  driverName: "Alex Doe",
  createdAt: "2026-11-20T10:00:00Z",
});

it("keeps the focus in the list after a citation is filed with the keyboard", async () => {
  let left = [waiting(1), waiting(2)];
  serve(({ path, method }) => {
    if (path === "/api/session") return sessionOf(STAFF);
    if (path === "/api/admin/citations") return { body: left };
    if (path !== "/api/admin/citations/decide" || method !== "POST") return undefined;
    left = left.slice(1);
    return { body: { filed: 1, existing: 0, declined: 0, gone: 0 } };
  });
  open(<CitationsPage />, { user: STAFF, at: "/admin/citations" });
  (await screen.findByRole("button", { name: "Add C-1 to the record of Alex Doe" })).focus();
  const user = userEvent.setup();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByText("C-1")).toBeNull());
  const rest = screen.getByRole("button", { name: "Add C-2 to the record of Alex Doe" });
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(rest)).toBe(true);
});
