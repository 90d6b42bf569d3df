// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { readDraft, storeDraft } from "@/parts/forms/drafts";
import { openScreen } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { toastItems } from "@/ui/overlays/toast";
import { addToNewChat, ChatForm } from "./ChatForm";
import * as calls from "./calls";

vi.mock("./calls");

it("keeps the typed message when starting the chat fails", async () => {
  const onStarted = vi.fn();
  openScreen(<ChatForm viewer={USER} onBack={vi.fn()} onStarted={onStarted} />);
  const field = screen.getByLabelText<HTMLTextAreaElement>("How can we help?");
  fireEvent.change(field, { target: { value: "Something long and important" } });
  vi.mocked(calls.postHelpInquiry).mockRejectedValueOnce(new Error("down"));
  fireEvent.click(screen.getByText("Start Chat"));
  const failureText = "Failed to submit help request. Please try again.";
  expect((await screen.findByRole("alert")).textContent).toContain(failureText);
  expect(toastItems()[0]).toMatchObject({ description: failureText });
  expect(field.value).toBe("Something long and important");
  vi.mocked(calls.postHelpInquiry).mockResolvedValueOnce({ id: 9 } as never);
  fireEvent.click(screen.getByText("Start Chat"));
  await waitFor(() => expect(onStarted).toHaveBeenCalledWith(9));
});

it.each([
  ["I’m looking for help", "ok", "I’m looking for help\nok"],
  ["", "ok", "ok"],
  ["ok", "ok", "ok"],
  ["Hello\nok", "ok", "Hello\nok"],
  ["Hello", "", "Hello"],
])(
  "adds an unsent message to the draft of a new chat, but only once: %j, %j",
  (draft, text, expected) => {
    storeDraft(`${USER.id}.chat`, draft);
    addToNewChat(USER, text);
    expect(readDraft(`${USER.id}.chat`)).toBe(expected);
  },
);
