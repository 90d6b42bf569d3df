// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openScreen, serve } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { LiveChat } from "./LiveChat";

vi.mock("./reconnectingSocket", () => ({
  openReconnectingSocket: () => ({ send: vi.fn(), reconnect: vi.fn(), close: vi.fn() }),
}));

it.each([
  [{ status: 500, body: { message: "Down." } }, /on our side/],
  [null, /Check your connection/],
])("says why the conversation could not be loaded: %j", async (response, text) => {
  serve(() => response);
  openScreen(<LiveChat inquiry={response ? 1 : 2} viewer={USER} />);
  expect((await screen.findByRole("alert")).textContent).toMatch(text);
});
