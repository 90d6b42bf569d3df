// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Reminders } from "@/api/types";
import { openScreen, serve } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { TextDialog } from "./TextDialog";

const NUMBER = {
  id: 1,
  phoneNumber: "5551230000",
  confirmedAt: "2026-11-01T10:00:00Z",
  state: null,
  stateSince: null,
};
const REMINDERS: Reminders = {
  calendarSince: null,
  canMail: true,
  canText: true,
  choices: { mailNews: true, mailReminders: true, textNews: true, textReminders: true },
  isEmailConfirmed: true,
  numbers: [NUMBER],
};
const REMOVED = {
  id: 1,
  userId: USER.id,
  phoneNumber: "5551230000",
  isSent: true,
  isSolved: true,
  requestedAt: "2026-11-01T10:00:00Z",
  sentAt: "2026-11-01T10:00:00Z",
};

it("ignores a second click on Turn off while the first is in progress", async () => {
  let numbers = [NUMBER];
  const requests = serve(({ method }) => {
    if (method !== "DELETE") return { body: { ...REMINDERS, numbers } };
    if (numbers.length === 0) return { status: 404, body: {} };
    numbers = [];
    return { body: REMOVED };
  });
  openScreen(<TextDialog open onOpenChange={vi.fn()} user={USER} />);
  const button = await screen.findByRole("button", { name: /^Turn off.*0000/ });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(button);
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(document.activeElement).toBe(button);
  await waitFor(() => expect(screen.queryByText("Your numbers for texts")).toBeNull());
  expect(requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  expect(screen.queryByText(/couldn’t turn off texts/)).toBeNull();
});
