// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openScreen, serve, sessionResponse } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import HelpDialog from "./HelpDialog";

const OPEN_CHAT = {
  id: 7,
  userId: USER.id,
  type: "chat",
  status: "pending",
  message: "Hello",
  phoneNumber: null,
  resolvedAt: null,
  isSeenByAdmin: false,
  isSolved: false,
  driverName: null,
  desk: null,
  createdAt: "2026-11-20T10:00:00Z",
};

it("offers no new chat until the driver's chats have loaded, and offers a retry if that fails", async () => {
  let isDown = true;
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(USER);
    if (path !== "/api/help-inquiries") return undefined;
    return isDown
      ? { status: 500, body: { code: "internal", message: "Oops." } }
      : { body: [OPEN_CHAT] };
  });
  openScreen(<HelpDialog open onOpenChange={vi.fn()} viewer={USER} />);
  const retry = await screen.findByText("Try again");
  expect(screen.queryByText("Live chat")).toBeNull();
  expect(screen.getByText("Request a callback")).toBeTruthy();
  isDown = false;
  fireEvent.click(retry);
  await screen.findByText("Continue your chat");
});
