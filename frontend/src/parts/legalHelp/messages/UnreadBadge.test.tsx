// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { User } from "@/api/types";
import { LAWYER, openScreen, STAFF, serve } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import UnreadBadge from "./UnreadBadge";

const DRIVER: User = { ...USER, role: "driver" };

/** Shows a link of the navigation with the badge. */
function shown(user: User | null, unreadMessages: number) {
  const asked = serve(() => ({ body: { unreadMessages } }));
  openScreen(
    <a href="/legal-help">
      Legal help
      <UnreadBadge user={user} />
    </a>,
  );
  return asked;
}

it.each([
  [DRIVER, "/api/lawyer-cases/unread"],
  [LAWYER, "/api/lawyer/cases/unread"],
])(
  "shows the count of the driver's or the lawyer's own unread messages: row %#",
  async (user, path) => {
    const asked = shown(user, 2);
    await screen.findByRole("link", { name: /^Legal help\s*2 unread messages$/ });
    expect(asked.map((call) => call.path)).toEqual([path]);
  },
);

it.each([
  [1, "1", "1 unread message"],
  [100, "99+", "100 unread messages"],
])("shows %i unread messages as %s", async (count, text, words) => {
  shown(DRIVER, count);
  await screen.findByText(words);
  screen.getByText(text);
});

it("shows nothing without unread messages", async () => {
  const asked = shown(DRIVER, 0);
  await act(async () => undefined);
  expect(asked).toHaveLength(1);
  expect(screen.getByRole("link").textContent).toBe("Legal help");
});

it.each([[STAFF], [null]])(
  "doesn't request the unread count for staff or visitors: %#",
  async (user) => {
    const asked = shown(user, 2);
    await act(async () => undefined);
    expect(asked).toEqual([]);
  },
);
