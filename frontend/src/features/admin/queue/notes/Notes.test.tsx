// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import * as calls from "./calls";
import { Notes } from "./Notes";

vi.mock("@/parts/accounts/useSession", () => ({ useSession: () => ({ user: { id: 1 } }) }));
vi.mock("./calls");

const renderNotes = (id = 7) =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Notes kind="help_inquiry" id={id} />
    </SWRConfig>,
  );
const note = () => screen.getByLabelText<HTMLTextAreaElement>("New note");
const type = (value: string) => fireEvent.change(note(), { target: { value } });
const RESTORED = "We restored what you typed.";

beforeEach(() => {
  sessionStorage.clear();
  vi.mocked(calls.getNotes).mockResolvedValue([]);
});

it("restores an unsaved note for its record only", () => {
  const first = renderNotes();
  type("Call in the evening");
  first.unmount();
  const next = renderNotes(8);
  expect(note().value).toBe("");
  next.unmount();
  renderNotes();
  expect(note().value).toBe("Call in the evening");
  expect(screen.getByText(RESTORED)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Start over" }));
  expect(note().value).toBe("");
});

it("deletes the draft once the note is added", async () => {
  const first = renderNotes();
  type("Call in the evening");
  fireEvent.click(screen.getByRole("button", { name: "Add note" }));
  await waitFor(() => expect(note().value).toBe(""));
  expect(calls.postNote).toHaveBeenCalledWith(
    { kind: "help_inquiry", id: 7 },
    "Call in the evening",
  );
  first.unmount();
  renderNotes();
  expect(note().value).toBe("");
  expect(screen.queryByText(RESTORED)).toBeNull();
});
