// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/api/client";
import { getChatMessages } from "@/parts/chat/calls";
import { followChat, readFollowedChat } from "@/parts/chat/followedChat";
import { subscribeHelp, setUnseenReplies, countUnseenReplies } from "@/parts/help";
import { USER } from "@/testing/sampleRecords";
import ReplyWatcher from "./ReplyWatcher";
import { Selection } from "./Selection";

vi.mock("@/parts/chat/calls");

const message = (id: number, senderType: "admin" | "user") => ({ id, senderType }) as never;
const stubMessages = (closed: boolean, ...messages: never[]) =>
  vi.mocked(getChatMessages).mockResolvedValue({ messages, closed });

const renderWatcher = () =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <ReplyWatcher user={3} />
    </SWRConfig>,
  );

afterEach(cleanup);
beforeEach(() => {
  localStorage.clear();
  setUnseenReplies(0);
  vi.mocked(getChatMessages).mockReset();
});

it("counts support's messages since the driver last read the chat", async () => {
  followChat(3, { inquiry: 9, seen: 20 });
  stubMessages(false, message(23, "admin"), message(22, "user"), message(21, "admin"));
  renderWatcher();
  await waitFor(() => expect(countUnseenReplies()).toBe(2));
  expect(getChatMessages).toHaveBeenCalledWith(9, { after: 20, limit: 50 });
});

it.each([
  ["was closed without unread messages", () => stubMessages(true)],
  [
    "no longer exists",
    () => vi.mocked(getChatMessages).mockRejectedValue(new ApiError(404, "", "{}")),
  ],
])("forgets a chat that %s, and stops polling", async (_, answers) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  followChat(3, { inquiry: 9, seen: 20 });
  answers();
  renderWatcher();
  await waitFor(() => expect(readFollowedChat(3)).toBeNull());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(getChatMessages).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

it("still follows a closed chat that has an unread reply", async () => {
  followChat(3, { inquiry: 9, seen: 20 });
  stubMessages(true, message(21, "admin"));
  renderWatcher();
  await waitFor(() => expect(countUnseenReplies()).toBe(1));
  expect(readFollowedChat(3)).toEqual({ inquiry: 9, seen: 20 });
});

it("sends no request without a chat, for another user's chat, or for invalid stored data", async () => {
  followChat(4, { inquiry: 9, seen: 20 });
  renderWatcher();
  localStorage.setItem("lanewise.answers.3", '{"inquiry":"9"}');
  renderWatcher();
  localStorage.setItem("lanewise.answers.3", "{");
  renderWatcher();
  await new Promise((done) => setTimeout(done));
  expect(getChatMessages).not.toHaveBeenCalled();
});

const inquiry = (id: number, status: "pending" | "resolved") => ({
  id,
  type: "chat",
  status,
  createdAt: "2026-11-01T10:00:00Z",
});

it.each([
  ["pending", 1, "Continue your chat", "1 new reply"],
  ["pending", 0, "Continue your chat", "Started 11/01/2026"],
  ["resolved", 2, "Read support’s reply", "2 new replies"],
  ["resolved", 0, "Live chat", "Chat with our support team"],
] as const)("shows a %s chat with %d unread replies as: %s", (status, answers, title, text) => {
  followChat(USER.id, { inquiry: 9, seen: 20 });
  setUnseenReplies(answers);
  const inquiries = { data: [inquiry(9, status)], isLoading: false };
  const doNothing = () => undefined;
  render(
    <Selection
      viewer={USER}
      inquiries={inquiries as never}
      onChat={doNothing}
      onContinue={doNothing}
      onCallback={doNothing}
      onClose={doNothing}
    />,
  );
  const choice = screen.getByRole("button", { name: new RegExp(title) });
  expect(choice.textContent).toContain(text);
});

it("notifies listeners when the number of unread replies changes", () => {
  const onChange = vi.fn();
  const unsubscribe = subscribeHelp(onChange);
  setUnseenReplies(1);
  expect(onChange).toHaveBeenCalledTimes(1);
  unsubscribe();
});
