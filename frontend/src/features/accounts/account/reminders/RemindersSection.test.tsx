// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Reminders } from "@/api/types";
import { openScreen, serve } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { RemindersSection } from "./RemindersSection";

const number = (id: number, phoneNumber: string) => ({
  id,
  phoneNumber,
  confirmedAt: "2026-11-01T10:00:00Z",
  state: null,
  stateSince: null,
});

const remindersOfUser = (): Reminders => ({
  calendarSince: null,
  canMail: true,
  canText: true,
  choices: { mailNews: true, mailReminders: true, textNews: true, textReminders: true },
  isEmailConfirmed: true,
  numbers: [number(1, "5551230000"), number(2, "5551230001")],
});

const REMOVED = {
  id: 1,
  userId: USER.id,
  phoneNumber: "5551230000",
  isSent: true,
  isSolved: true,
  requestedAt: "2026-11-01T10:00:00Z",
  sentAt: "2026-11-01T10:00:00Z",
};

it("keeps the focus in the section when a choice is saved or a number is removed", async () => {
  const state = remindersOfUser();
  const requests = serve(({ method, body }) => {
    if (method === "PATCH") Object.assign(state.choices, body);
    if (method !== "DELETE") return { body: state };
    state.numbers.shift();
    return { body: REMOVED };
  });
  openScreen(<RemindersSection user={USER} />);
  const user = userEvent.setup();
  const [box] = await screen.findAllByRole<HTMLInputElement>("checkbox", {
    name: "Due dates and court dates",
  });
  box?.focus();
  await user.keyboard(" ");
  await waitFor(() => expect(state.choices.textReminders).toBe(false));
  expect(box?.checked).toBe(false);
  const [patch] = requests.filter(({ method }) => method === "PATCH");
  expect(patch?.body, "the other choices may have changed since they were read").toEqual({
    textReminders: false,
  });
  expect(document.activeElement).toBe(box);
  screen.getByRole("button", { name: /^Remove.*0000/ }).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryAllByText(/0000/)).toEqual([]));
  const otherRemoveButton = screen.getByRole("button", { name: /^Remove.*0001/ });
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(otherRemoveButton)).toBe(true);
});

it("ignores a second click on Remove while the first is in progress", async () => {
  const state = remindersOfUser();
  const requests = serve(({ method }) => {
    if (method !== "DELETE") return { body: state };
    if (state.numbers.shift()?.id !== 1) return { status: 404, body: {} };
    return { body: REMOVED };
  });
  openScreen(<RemindersSection user={USER} />);
  const button = await screen.findByRole("button", { name: /^Remove.*0000/ });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(button);
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(document.activeElement).toBe(button);
  await waitFor(() => expect(screen.queryAllByText(/0000/)).toEqual([]));
  expect(requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});
