// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/api/client";
import type { ReplyTemplate } from "@/api/types";
import { toast } from "@/ui/overlays/toast";
import * as calls from "./calls";
import { SavedReplies } from "./SavedReplies";

vi.mock("./calls");
vi.mock("@/ui/overlays/toast");

const HELLO: ReplyTemplate = {
  id: 3,
  title: "Hello",
  message: "We are looking into it.",
  createdBy: 1,
  createdAt: "2026-11-23T12:00:00Z",
  version: 4,
};

/** A message field with the saved replies. */
function Field() {
  const [text, setText] = useState("");
  return (
    <>
      <textarea
        aria-label="Message"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <SavedReplies text={text} insert={setText} />
    </>
  );
}

async function renderReplies() {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Field />
    </SWRConfig>,
  );
  await screen.findByRole("option", { name: "Hello" });
}

const type = (text: string) =>
  fireEvent.change(screen.getByLabelText("Message"), { target: { value: text } });
const choose = () =>
  fireEvent.change(screen.getByLabelText("Saved replies"), { target: { value: "3" } });
const clickButton = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(calls.getTemplates).mockResolvedValue([HELLO]);
  vi.mocked(calls.postTemplate).mockResolvedValue(HELLO);
  vi.mocked(calls.patchTemplate).mockResolvedValue({ ...HELLO, version: 5 });
});

it("saves the message as a new reply with a name", async () => {
  await renderReplies();
  type("Good day");
  clickButton("Save this reply");
  fireEvent.change(screen.getByLabelText("Name of the reply"), { target: { value: "Greeting" } });
  clickButton("Save");
  await screen.findByRole("button", { name: "Save this reply" });
  expect(calls.postTemplate).toHaveBeenCalledWith({ title: "Greeting", message: "Good day" });
});

it("replaces the selected reply with the message, and sends the version that was read", async () => {
  await renderReplies();
  choose();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe(HELLO.message);
  type("We are on it.");
  clickButton("Update saved reply");
  clickButton("Save");
  await screen.findByRole("button", { name: "Update saved reply" });
  expect(calls.patchTemplate).toHaveBeenCalledWith(3, {
    title: "Hello",
    message: "We are on it.",
    version: 4,
  });
});

it("says that a colleague changed the reply, and replaces the newest version on a second Save", async () => {
  vi.mocked(calls.patchTemplate).mockRejectedValueOnce(
    new ApiError(409, "Conflict", '{"code":"changed_meanwhile"}'),
  );
  await renderReplies();
  choose();
  vi.mocked(calls.getTemplates).mockResolvedValue([{ ...HELLO, version: 7 }]);
  clickButton("Update saved reply");
  clickButton("Save");
  await screen.findByText(/A colleague changed this reply/);
  clickButton("Save");
  await screen.findByRole("button", { name: "Update saved reply" });
  expect(vi.mocked(calls.patchTemplate).mock.lastCall?.[1].version).toBe(7);
});

it("keeps a reply selected and says why if it couldn’t be deleted", async () => {
  vi.mocked(calls.deleteTemplate).mockRejectedValue(new ApiError(503, "", ""));
  await renderReplies();
  choose();
  clickButton("Delete saved reply");
  await vi.waitFor(() => expect(toast).toHaveBeenCalledOnce());
  expect(vi.mocked(toast).mock.calls[0]?.[0]).toMatchObject({ variant: "destructive" });
  expect(screen.getByLabelText<HTMLSelectElement>("Saved replies").value).toBe("3");
});
