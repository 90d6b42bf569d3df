// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Session } from "@/api/types";
import { loadSession, saveSession } from "@/parts/accounts/session";
import { serve } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import SessionWarning from "./SessionWarning";

const HOURS_12 = 12 * 3_600_000;
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

function renderWarning(session: Session) {
  const onOpenChange = vi.fn();
  saveSession(session);
  render(<SessionWarning open onOpenChange={onOpenChange} session={session} />);
  return onOpenChange;
}
const endsSoon = (loginTime: string): Session => ({
  user: USER,
  loginTime,
  lastActivity: loginTime,
  expiresAt: inSeconds(50),
});

it("explains at the 12-hour limit why the session can't be extended", async () => {
  const requests = serve(() => undefined);
  const onOpenChange = renderWarning(
    endsSoon(new Date(Date.now() + 50_000 - HOURS_12).toISOString()),
  );
  expect(screen.getByRole("dialog", { name: "Please log in again soon" })).toBeTruthy();
  expect(screen.getByText(/logged in for 12 hours, the longest we allow/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Stay logged in" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Got it" }));
  expect(onOpenChange).toHaveBeenCalledWith(false);
  expect(requests).toEqual([]);
});

it("logs out when the user clicks Log out now", async () => {
  const requests = serve(() => ({ body: {} }));
  renderWarning(endsSoon(inSeconds(-600)));
  fireEvent.click(screen.getByRole("button", { name: "Log out now" }));
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain("/api/logout"));
  await waitFor(() => expect(loadSession()).toBeNull());
});

it.each([
  [null, "Check your connection"],
  [{ status: 500, body: { code: "internal", message: "Down." } }, "on our side"],
  [{ status: 404, body: {} }, "We couldn’t find this."],
  [{ body: { unexpected: true } }, "couldn’t read the server’s response"],
] as const)("says why the session could not be extended: %j", async (response, text) => {
  serve(() => response);
  renderWarning(endsSoon(inSeconds(-600)));
  fireEvent.click(screen.getByRole("button", { name: "Stay logged in" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("We couldn’t extend your session");
  expect(alert.textContent).toContain(text);
});
