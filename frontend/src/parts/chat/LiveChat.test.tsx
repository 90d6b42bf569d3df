// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openScreen, STAFF, serve } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import type { ChatPorts } from "./chatPorts";
import { LiveChat } from "./LiveChat";

type Handlers = Parameters<ChatPorts["connect"]>[0];
let socket: Handlers;
vi.mock("./reconnectingSocket", () => ({
  openReconnectingSocket: (handlers: Handlers) => {
    socket = handlers;
    return { send: vi.fn(), reconnect: vi.fn(), close: vi.fn() };
  },
}));

it.each([
  [{ status: 500, body: { message: "Down." } }, /on our side/],
  [null, /Check your connection/],
])("says why the conversation could not be loaded: %j", async (response, text) => {
  serve(() => response);
  openScreen(<LiveChat inquiry={response ? 1 : 2} viewer={USER} />);
  expect((await screen.findByRole("alert")).textContent).toMatch(text);
});

/** Types into the message field, then simulates that support resolves the inquiry. */
async function typeAndResolve(inquiry: number, text: string) {
  fireEvent.change(await screen.findByLabelText("Message"), { target: { value: text } });
  const resolved = { helpInquiryId: inquiry, status: "resolved" };
  act(() => socket.onText(JSON.stringify({ type: "inquiry_updated", data: resolved })));
  await screen.findByText("This conversation is closed.");
}

it("moves the driver's unsent text to a new chat after support closes the chat", async () => {
  serve(() => undefined);
  const onNewChat = vi.fn();
  openScreen(<LiveChat inquiry={3} viewer={USER} onNewChat={onNewChat} />);
  await typeAndResolve(3, "My plate is");
  fireEvent.click(screen.getByText("Start a new chat"));
  expect(onNewChat).toHaveBeenCalledWith("My plate is");
  expect(screen.queryByLabelText("Not sent")).toBeNull();
});

it("still shows staff the text they were typing when a colleague closes the chat", async () => {
  serve(() => undefined);
  openScreen(<LiveChat inquiry={4} viewer={STAFF} />, { user: STAFF });
  await typeAndResolve(4, "Your payment arrived");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Not sent").value).toBe("Your payment arrived");
});
