// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useNavigate } from "@/lib/router";
import { openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import { aToll } from "@/testing/sampleItems";
import { USER } from "@/testing/sampleRecords";
import PaymentPage from "./PaymentPage";

vi.mock("./card/PaymentArea", () => ({ PaymentArea: () => <p>The card form</p> }));

const ADDRESSES = {
  details: `/payment?toll=7&user=${USER.id}`,
  pay: "/payment?type=toll&amount=6.40&id=7",
  dearer: "/payment?type=toll&amount=7.40&id=7",
  another: "/payment?type=toll&amount=6.40&id=8",
};

it("scrolls to the top for each new item and step, but not if only the amount changes", async () => {
  const scrolled = vi.fn();
  vi.stubGlobal("scrollTo", scrolled);
  serve(({ path }) => (path === "/api/session" ? sessionResponse(USER) : undefined));
  let go = (_: string) => {};
  function Go() {
    go = useNavigate();
    return null;
  }
  openScreen(
    <main>
      <Go />
      <PaymentPage />
    </main>,
    { at: ADDRESSES.details },
  );
  await screen.findByRole("heading", { name: "Toll" });
  expect(scrolled).not.toHaveBeenCalled();
  act(() => go(ADDRESSES.pay));
  await screen.findByRole("heading", { name: "Toll Payment" });
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Toll Payment"));
  expect(scrolled).toHaveBeenCalledTimes(1);
  act(() => go(ADDRESSES.dearer));
  expect(scrolled).toHaveBeenCalledTimes(1);
  act(() => go(ADDRESSES.another));
  await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(2));
});

it.each([
  { viewer: USER, links: ["Pay $6.40"] },
  { viewer: STAFF, links: [] },
])("offers to pay a toll only to its driver: $viewer.role", async ({ viewer, links }) => {
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(viewer);
    return path === `/api/tolls/${USER.id}`
      ? { body: [{ ...aToll({ id: 7 }), userId: USER.id, fine: "6.40", amount: "6.40" }] }
      : undefined;
  });
  openScreen(<PaymentPage />, { at: ADDRESSES.details });
  await screen.findByRole("link", { name: "Add to calendar" });
  const found = screen.queryAllByRole("link", { name: /^Pay / });
  expect(found.map(({ textContent }) => textContent)).toEqual(links);
});
