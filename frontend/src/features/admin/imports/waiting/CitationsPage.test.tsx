// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { WaitingCitation } from "@/api/types";
import { openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { toastItems } from "@/ui/overlays/toast";
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
    if (path === "/api/session") return sessionResponse(STAFF);
    if (path === "/api/admin/plate-reviews") return { body: [] };
    if (path === "/api/admin/citations") return { body: left };
    if (path !== "/api/admin/citations/decide" || method !== "POST") return undefined;
    left = left.slice(1);
    return { body: { filed: 1, existing: 0, declined: 0, gone: 0 } };
  });
  openScreen(<CitationsPage />, { user: STAFF, at: "/admin/citations" });
  (await screen.findByRole("button", { name: "Add C-1 to Alex Doe’s record" })).focus();
  const user = userEvent.setup();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByText("C-1")).toBeNull());
  const rest = screen.getByRole("button", { name: "Add C-2 to Alex Doe’s record" });
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(rest)).toBe(true);
});

it("asks for confirmation before it files an amount above $5,000, and says that the driver can't see it yet", async () => {
  const bodies: unknown[] = [];
  serve(({ path, method, body }) => {
    if (path === "/api/session") return sessionResponse(STAFF);
    if (path === "/api/admin/plate-reviews") return { body: [] };
    if (path === "/api/users/3") return { body: USER };
    if (path === "/api/admin/citations")
      return {
        body:
          bodies.length === 0
            ? [{ ...waiting(1), fields: [{ name: "amount", text: "6400" }] }]
            : [],
      };
    if (path !== "/api/admin/citations/decide" || method !== "POST") return undefined;
    bodies.push(body);
    return { body: { filed: 1, existing: 0, declined: 0, gone: 0 } };
  });
  openScreen(<CitationsPage />, { user: STAFF, at: "/admin/citations" });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Add C-1 to Alex Doe’s record" }));
  expect(bodies).toEqual([]);
  await user.click(await screen.findByRole("button", { name: "Add to record" }));
  await waitFor(() => expect(bodies).toEqual([{ ids: [1], isTheirs: true, largeAmounts: true }]));
  await waitFor(() =>
    expect(String(toastItems()[0]?.description)).toMatch(
      /Alex can’t see this until you click Update All\.$/,
    ),
  );
});

it("lists items dated before the driver had the plate, until staff keep or remove them", async () => {
  const review = {
    kind: "parking",
    itemId: 7,
    userId: 3,
    driverName: "Alex Doe",
    label: "Expired meter",
    date: "2009-04-03",
    amount: "$65",
    isPaid: false,
  };
  let left = [review];
  serve(({ path, method, body }) => {
    if (path === "/api/session") return sessionResponse(STAFF);
    if (path === "/api/admin/citations") return { body: [] };
    if (path === "/api/admin/plate-reviews") return { body: left };
    if (path !== "/api/admin/plate-reviews/decide" || method !== "POST") return undefined;
    expect(body).toEqual({ kind: "parking", itemId: 7, isTheirs: false });
    left = [];
    return { body: { isTheirs: false } };
  });
  openScreen(<CitationsPage />, { user: STAFF, at: "/admin/citations" });
  await userEvent.click(
    await screen.findByRole("button", { name: "Remove Expired meter of 2009-04-03" }),
  );
  await waitFor(() => expect(screen.queryByText("Expired meter")).toBeNull());
});

it("shows why items dated before the driver had the plate didn't load, and offers a retry", async () => {
  let fails = true;
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(STAFF);
    if (path !== "/api/admin/plate-reviews") return { body: [] };
    return fails ? { status: 502, body: {} } : { body: [] };
  });
  openScreen(<CitationsPage />, { user: STAFF, at: "/admin/citations" });
  const text = (await screen.findByRole("alert")).textContent;
  expect(text).toMatch(/^We couldn’t load the citations from before/);
  expect(text).toMatch(/Something went wrong on our side/);
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});
