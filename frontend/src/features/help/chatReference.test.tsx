// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/api/client";
import type { HelpInquiry } from "@/api/types";
import { FailureNotice } from "@/parts/FailureNotice";
import { clearReference, readStoredReference } from "@/parts/failureReference";
import { ChatForm } from "./ChatForm";
import * as calls from "./calls";

vi.mock("./calls");

const FAILED = new ApiError(
  503,
  "",
  JSON.stringify({ code: "database_down", requestId: "4f3a2c1b-0d5e-4f6a-8b7c-9d0e1f2a3b4c" }),
);

beforeEach(() => {
  sessionStorage.clear();
  clearReference();
  vi.mocked(calls.postHelpInquiry).mockReset();
  vi.mocked(calls.postHelpInquiry).mockResolvedValue({ id: 9 } as HelpInquiry);
});

async function startChat() {
  const started = vi.fn();
  render(
    <ChatForm viewer={{ id: 3, role: "driver" } as never} onBack={() => {}} onStarted={started} />,
  );
  fireEvent.change(screen.getByLabelText("How can we help?"), { target: { value: "It failed." } });
  fireEvent.click(screen.getByRole("button", { name: "Start Chat" }));
  await waitFor(() => expect(started).toHaveBeenCalledWith(9));
  return vi.mocked(calls.postHelpInquiry).mock.calls[0]?.[0].message;
}

it("adds the reference of a shown error to the first message only, and says that it is added", async () => {
  const { unmount } = render(<FailureNotice error={FAILED} mutate={() => {}} />);
  expect(screen.getByText("Reference 4f3a2c1b")).toBeTruthy();
  unmount();
  expect(await startChat()).toBe("It failed.\n\nReference 4f3a2c1b");
  expect(screen.getByText(/^We’ll include reference 4f3a2c1b/)).toBeTruthy();
  expect(readStoredReference()).toBeNull();
});

it("sends the message unchanged when no error was shown", async () => {
  expect(await startChat()).toBe("It failed.");
});
