// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { User } from "@/api/types";
import { LAWYER, openScreen, STAFF, serve } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import UnreadBadge from "./UnreadBadge";

const DRIVER: User = { ...USER, role: "driver" };

/** Shows a link of the navigation with the badge. */
function renderLink(user: User | null, unreadMessages: number) {
  const requests = serve(() => ({ body: { unreadMessages } }));
  openScreen(
    <a href="/legal-help">
      Legal help
      <UnreadBadge user={user} />
    </a>,
  );
  return requests;
}

it.each([
  [DRIVER, "/api/lawyer-cases/unread"],
  [LAWYER, "/api/lawyer/cases/unread"],
])(
  "shows the count of the driver's or the lawyer's own unread messages: row %#",
  async (user, path) => {
    const requests = renderLink(user, 2);
    await screen.findByRole("link", { name: /^Legal help\s*2 unread messages$/ });
    expect(requests.map((call) => call.path)).toEqual([path]);
  },
);

it.each([
  [1, "1", "1 unread message"],
  [100, "99+", "100 unread messages"],
])("shows %i unread messages as %s", async (count, text, words) => {
  renderLink(DRIVER, count);
  await screen.findByText(words);
  screen.getByText(text);
});

it("shows no badge without unread messages", async () => {
  const requests = renderLink(DRIVER, 0);
  await act(async () => undefined);
  expect(requests).toHaveLength(1);
  expect(screen.getByRole("link").textContent).toBe("Legal help");
});

it.each([[STAFF], [null]])(
  "doesn't request the unread count for staff or visitors: %#",
  async (user) => {
    const requests = renderLink(user, 2);
    await act(async () => undefined);
    expect(requests).toEqual([]);
  },
);
