// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { CaseCorrespondence, LegalCase } from "@/api/types";
import { upload } from "@/api/upload";
import { type FakeResponse, openScreen, serve } from "@/testing/openScreen";
import { aCase, NO_CORRESPONDENCE } from "@/testing/sampleCases";
import { MessagesPanel } from "./MessagesPanel";

vi.mock("@/api/upload");

const MESSAGES = "/api/lawyer-cases/7/messages";
const refetch = vi.fn(async () => undefined);

const TWO_MESSAGES: CaseCorrespondence = {
  messages: [
    {
      id: 1,
      isFromLawyer: false,
      lawyerName: "Ruth Lee",
      text: "The light was green.",
      sentAt: "2026-11-20T12:00:00Z",
      readAt: "2026-11-20T13:00:00Z",
    },
    {
      id: 2,
      isFromLawyer: true,
      lawyerName: "Ruth Lee",
      text: "Do you have a photo?",
      sentAt: "2026-11-20T14:00:00Z",
      readAt: null,
    },
  ],
  files: [
    {
      id: 4,
      isFromLawyer: false,
      name: "Photo.png",
      kind: "png",
      bytes: 1_500_000,
      addedAt: "2026-11-20T12:00:00Z",
      mayDelete: true,
    },
  ],
  agreementText: null,
  notes: [],
};

function renderPanel(
  overrides: Partial<LegalCase>,
  answers: Record<string, () => FakeResponse> = {},
) {
  const requests = serve(({ method, path }) => answers[`${method} ${path}`]?.());
  const props = { refetch, formatTime: (at: string) => at.slice(0, 10) };
  openScreen(
    <MessagesPanel
      side="driver"
      legalCase={aCase({ actions: ["message"], ...overrides })}
      {...props}
    />,
  );
  return requests;
}

const button = (name: RegExp) => screen.getByRole("button", { name });
const read = {
  [`GET ${MESSAGES}`]: () => ({ body: TWO_MESSAGES }),
  [`POST ${MESSAGES}/read`]: () => ({ body: { unreadMessages: 0 } }),
};

beforeEach(() => refetch.mockClear());

it("loads no messages and marks none as read until the panel is opened", () => {
  const requests = renderPanel({ messages: 2, unreadMessages: 1 }, read);
  expect(button(/^Messages and files 1 new$/).getAttribute("aria-expanded")).toBe("false");
  expect(requests).toEqual([]);
});

it("shows who wrote what, and marks the messages as read", async () => {
  const requests = renderPanel({ messages: 2, unreadMessages: 1 }, read);
  fireEvent.click(button(/^Messages and files/));
  const list = within(await screen.findByRole("list", { name: "Messages" }));
  expect(list.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "You · 2026-11-20 · ReadThe light was green.",
    "Ruth Lee · 2026-11-20Do you have a photo?",
  ]);
  const files = within(screen.getByRole("list", { name: "Files" }));
  files.getByText("PNG, 1.5 MB · from you, 2026-11-20");
  expect(files.getByRole("link", { name: "Photo.png" }).getAttribute("href")).toBe(
    "/api/lawyer-cases/files/4",
  );
  await waitFor(() => expect(refetch).toHaveBeenCalled());
  const marked = requests.filter(({ path }) => path === `${MESSAGES}/read`);
  expect(marked.map(({ method, body }) => [method, body])).toEqual([
    ["POST", { lastMessageId: 2 }],
  ]);
});

it("doesn't mark messages as read until the new message is shown", async () => {
  const [first] = TWO_MESSAGES.messages;
  const old = { ...NO_CORRESPONDENCE, messages: first ? [first] : [] };
  const requests = renderPanel(
    { messages: 2, unreadMessages: 1 },
    { [`GET ${MESSAGES}`]: () => ({ body: old }) },
  );
  fireEvent.click(button(/^Messages and files/));
  await screen.findByText("The light was green.");
  expect(requests.map(({ method }) => method)).toEqual(["GET"]);
});

it("deletes a file after a confirmation", async () => {
  const requests = renderPanel(
    { files: 1 },
    { ...read, "DELETE /api/lawyer-cases/files/4": () => ({ body: NO_CORRESPONDENCE }) },
  );
  fireEvent.click(button(/^Messages and files/));
  fireEvent.click(await screen.findByRole("button", { name: "Delete Photo.png" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete this file?" }));
  expect(requests.filter(({ method }) => method === "DELETE")).toEqual([]);
  fireEvent.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.queryByText("Photo.png", { selector: "a span" })).toBeNull());
  expect(refetch).toHaveBeenCalled();
});

it("sends a message and keeps it if sending fails", async () => {
  let fails = true;
  const requests = renderPanel(
    {},
    {
      [`GET ${MESSAGES}`]: () => ({ body: NO_CORRESPONDENCE }),
      [`POST ${MESSAGES}`]: () => (fails ? null : { status: 201, body: TWO_MESSAGES }),
    },
  );
  fireEvent.click(button(/^Messages and files/));
  await screen.findByText("No messages yet.");
  fireEvent.click(button(/^Send message$/));
  await screen.findByText("Write a message.");
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "New message" });
  await userEvent.type(field, "Hello");
  screen.getByText("5 of 4,000 characters");
  fireEvent.click(button(/^Send message$/));
  await screen.findByText("Unable to connect to server. Please try again.");
  expect(field.value).toBe("Hello");
  fails = false;
  fireEvent.click(button(/^Send message$/));
  await screen.findByText("Do you have a photo?");
  expect(field.value).toBe("");
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({ text: "Hello" });
});

it("refuses a file that is too large without uploading it", async () => {
  const requests = renderPanel({}, read);
  fireEvent.click(button(/^Messages and files/));
  const input = await screen.findByLabelText("Add Files");
  const file = new File([], "Huge.pdf");
  Object.defineProperty(file, "size", { value: 15 * 1024 * 1024 + 1 });
  await userEvent.upload(input, file);
  await screen.findByText("This file is larger than 15 MB.");
  expect(requests.filter(({ path }) => path.endsWith("/files"))).toEqual([]);
  expect(upload).not.toHaveBeenCalled();
});

it("reloads the case and hides the upload once the file is uploaded", async () => {
  vi.mocked(upload).mockResolvedValue(undefined);
  renderPanel({}, read);
  fireEvent.click(button(/^Messages and files/));
  const input = await screen.findByLabelText<HTMLInputElement>("Add Files");
  await userEvent.upload(input, new File(["%PDF-1.7"], "Letter.pdf", { type: "application/pdf" }));
  await waitFor(() => expect(refetch).toHaveBeenCalled());
  expect(upload).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole("list", { name: "Files being added" })).toBeNull());
});

it("keeps a file that couldn't be uploaded, and retries on request", async () => {
  vi.mocked(upload).mockReset();
  vi.mocked(upload)
    .mockRejectedValueOnce(new TypeError("fetch failed"))
    .mockResolvedValueOnce(undefined);
  renderPanel({}, read);
  fireEvent.click(button(/^Messages and files/));
  const input = await screen.findByLabelText<HTMLInputElement>("Add Files");
  await userEvent.upload(input, new File(["%PDF-1.7"], "Letter.pdf", { type: "application/pdf" }));
  await screen.findByText(/^We couldn’t tell whether that worked/);
  expect(screen.getByText("Letter.pdf")).toBeTruthy();
  fireEvent.click(button(/^Try again$/));
  await waitFor(() => expect(refetch).toHaveBeenCalled());
  expect(upload).toHaveBeenCalledTimes(2);
});

it("shows the messages without a message field once the case is closed", async () => {
  renderPanel({ actions: [], messages: 2, files: 1 }, read);
  fireEvent.click(button(/^Messages and files/));
  await screen.findByText("You can no longer add messages or files to this case.");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByLabelText("Add Files")).toBeNull();
});

it("shows no panel while there is nothing to read or write", () => {
  renderPanel({ actions: [] });
  expect(screen.queryByRole("button")).toBeNull();
});

it("shows an error with a retry button if the messages don't load", async () => {
  let fails = true;
  renderPanel({}, { [`GET ${MESSAGES}`]: () => (fails ? null : { body: TWO_MESSAGES }) });
  fireEvent.click(button(/^Messages and files/));
  await screen.findByText("We couldn’t load the messages. Nothing was lost.");
  fails = false;
  fireEvent.click(button(/^Try again$/));
  await screen.findByText("The light was green.");
});
