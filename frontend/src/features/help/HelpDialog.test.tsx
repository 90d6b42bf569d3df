// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { readDraft, storeDraft } from "@/parts/forms/drafts";
import { openScreen, serve } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { getHelpInquiries } from "./calls";
import HelpDialog from "./HelpDialog";

vi.mock("./calls");
vi.mock("@/parts/chat/reconnectingSocket", () => ({
  openReconnectingSocket: () => ({ send: vi.fn(), reconnect: vi.fn(), close: vi.fn() }),
}));

const inquiry = { id: 9, type: "chat", status: "pending", createdAt: "2026-11-01T10:00:00Z" };

/** Opens a chat that support has closed, with a typed message, and starts a new chat from it. */
async function moveToNewChat(earlier: string | null) {
  vi.mocked(getHelpInquiries).mockResolvedValue([inquiry as never]);
  serve(() => ({ body: [], headers: { "x-inquiry-status": "resolved", "x-total-count": "0" } }));
  openScreen(<HelpDialog open onOpenChange={() => {}} viewer={USER} />);
  storeDraft(`${USER.id}.chat.9`, "My plate is ABC");
  if (earlier) storeDraft(`${USER.id}.chat`, earlier);
  fireEvent.click(await screen.findByText("Continue your chat"));
  fireEvent.click(await screen.findByText("Start a new chat"));
  return screen.getByLabelText<HTMLTextAreaElement>("How can we help?");
}

it("adds the unsent message to the draft of a new chat", async () => {
  const field = await moveToNewChat("An older question.");
  expect(field.value).toBe("An older question.\nMy plate is ABC");
});

it("keeps the unsent message if the driver leaves the new chat's form without editing it", async () => {
  await moveToNewChat(null);
  fireEvent.click(screen.getByText("Back"));
  fireEvent.click(await screen.findByText("Continue your chat"));
  await screen.findByText("This conversation is closed.");
  expect(readDraft(`${USER.id}.chat`)).toBe("My plate is ABC");
});
