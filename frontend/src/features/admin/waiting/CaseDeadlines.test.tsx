// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { CaseDesk } from "@/api/types";
import { type FakeResponse, openScreen, STAFF, serve } from "@/testing/openScreen";
import { WaitingSection } from "./WaitingSection";

const DESK: CaseDesk = {
  late: 1,
  today: 0,
  later: 12,
  next: [{ id: 7, userId: 3, driverName: "Alex Doe", what: "contact", by: "2020-01-01T00:00:00Z" }],
};

function renderDesk(answer: () => FakeResponse) {
  const requests = serve(({ path }) => {
    if (path === "/api/admin/cases") return answer();
    return path === "/api/help-inquiries" || path === "/api/admin/waiting"
      ? { body: [] }
      : undefined;
  });
  openScreen(<WaitingSection below="The search" />, { user: STAFF });
  return requests;
}

it("shows case deadlines as three counts, and lists the next deadlines on request", async () => {
  renderDesk(() => ({ body: DESK }));
  const counts = await screen.findByRole("button", { name: /^Case deadlines/ });
  expect(counts.textContent).toBe("Case deadlines1 overdue0 today12 later");
  expect(counts.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByRole("list", { name: "Next case deadlines" })).toBeNull();
  fireEvent.click(counts);
  const list = within(screen.getByRole("list", { name: "Next case deadlines" }));
  expect(list.getByText("Contact the driver")).toBeTruthy();
  expect(list.getByText(/^Overdue since/)).toBeTruthy();
  expect(list.getByRole("link", { name: "View hire 7" }).getAttribute("href")).toBe(
    "/admin/lawyer-hires?q=7&row=7",
  );
});

it("hides the section of case deadlines if no case has a deadline", async () => {
  renderDesk(() => ({ body: { late: 0, today: 0, later: 0, next: [] } }));
  await screen.findByText(/^You’re all caught up/);
  expect(screen.queryByText(/Case deadlines/)).toBeNull();
});

it("still shows the desk's other parts if the deadlines don't load, and retries on request", async () => {
  let fails = true;
  renderDesk(() => (fails ? null : { body: DESK }));
  await screen.findByText(/^You’re all caught up/);
  fails = false;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.getByText("1 overdue")).toBeTruthy());
});
