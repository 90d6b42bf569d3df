// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { HIRES_KEY } from "@/api/keys";
import type { ItemFile } from "@/api/types";
import { openScreen, serve } from "@/testing/openScreen";
import { aHire } from "@/testing/sampleCases";
import ItemFiles from "./ItemFiles";

afterEach(cleanup);

const PHOTO: ItemFile = {
  id: 7,
  name: "Sign.jpg",
  isFromStaff: false,
  kind: "jpeg",
  bytes: 3_000_000,
  receivedBytes: 3_000_000,
  sha256: "0".repeat(64),
  addedAt: "2026-11-28T12:00:00Z",
};

const HIRE = aHire({ ticketId: 1 });

/** Serves these files of ticket 1. Returns the calls that were made. */
function renderFiles(stored: readonly ItemFile[], isStaff = false): string[] {
  let files = stored;
  const calls: string[] = [];
  serve(({ method, path }) => {
    calls.push(`${method} ${path}`);
    if (path === "/api/items/ticket/1/files") return { body: files };
    if (method !== "DELETE") return undefined;
    files = [];
    return { body: {} };
  });
  openScreen(<ItemFiles kind="ticket" id={1} heading="h2" isStaff={isStaff} />);
  return calls;
}

it("shows the reduced copy of a photo and links to the original", async () => {
  renderFiles([PHOTO]);
  const photo = await screen.findByRole("img", { name: "Sign.jpg" });
  expect(photo.getAttribute("src")).toBe("/api/item-files/7");
  expect(screen.getByText("JPEG, 3.0 MB · added by you on 11/28/2026")).toBeTruthy();
  const link = screen.getByRole("link", { name: /^Download original.*Sign.jpg$/ });
  expect(link.getAttribute("href")).toBe("/api/item-files/7?original=true");
});

it("says that the original isn't fully uploaded yet", async () => {
  renderFiles([{ ...PHOTO, sha256: null, receivedBytes: 1_000_000 }]);
  expect(
    await screen.findByText("Photo saved. The original isn’t fully uploaded yet."),
  ).toBeTruthy();
  const bar = screen.getByRole("progressbar", { name: /^Original.*Sign.jpg$/ });
  expect(bar.getAttribute("aria-valuetext")).toBe("1.0 MB of 3.0 MB");
  expect(screen.queryByRole("link", { name: "Download original of Sign.jpg" })).toBeNull();
  expect(screen.getByRole("button", { name: "Choose Photo Again" })).toBeTruthy();
});

it("refuses a different photo when the driver continues the upload of an original", async () => {
  renderFiles([{ ...PHOTO, sha256: null, receivedBytes: 0 }]);
  await screen.findByText("Photo saved. The original isn’t fully uploaded yet.");
  const input = screen.getByLabelText("Original of Sign.jpg", { selector: "input" });
  fireEvent.change(input, { target: { files: [new File(["x"], "Other.jpg")] } });
  expect(await screen.findByText(/^That’s a different photo\./)).toBeTruthy();
});

it("deletes a file only after a confirmation", async () => {
  const calls = renderFiles([PHOTO]);
  fireEvent.click(await screen.findByRole("button", { name: /^Delete.*Sign.jpg$/ }));
  const question = within(screen.getByRole("group", { name: "Delete Sign.jpg?" }));
  expect(document.activeElement?.textContent).toBe("Keep");
  fireEvent.click(question.getByRole("button", { name: "Keep" }));
  expect(calls).not.toContain("DELETE /api/item-files/7");
  fireEvent.click(screen.getByRole("button", { name: /^Delete.*Sign.jpg$/ }));
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText(/^Keep everything for this ticket together/)).toBeTruthy();
  expect(calls).toContain("DELETE /api/item-files/7");
});

it("accepts at most 20 files, and shows staff whether the driver or Lanewise added each file", async () => {
  const files = Array.from({ length: 20 }, (_, at) => ({ ...PHOTO, id: at + 1 }));
  renderFiles([...files.slice(1), { ...PHOTO, id: 21, isFromStaff: true }], true);
  expect(
    await screen.findByText("You’ve reached the limit of 20 files. Delete one to add another."),
  ).toBeTruthy();
  expect(screen.getAllByText(/added by the driver/)).toHaveLength(19);
  expect(screen.getByText(/added by Lanewise/)).toBeTruthy();
});

it.each([
  ["had", 1, 1],
  ["never had", 2, 0],
])(
  "offers to include the lawyer's messages in the summary PDF only if the ticket had a lawyer: it %s one",
  async (_, ticketId, count) => {
    const requests = serve(({ path }) =>
      path === HIRES_KEY ? { body: [{ ...HIRE, ticketId }] } : { body: [] },
    );
    openScreen(<ItemFiles kind="ticket" id={1} heading="h2" />);
    await screen.findByRole("link", { name: "Download Summary (PDF)" });
    await waitFor(() => expect(requests.some(({ path }) => path === HIRES_KEY)).toBe(true));
    await waitFor(() =>
      expect(screen.queryAllByLabelText("Include messages with my lawyer")).toHaveLength(count),
    );
  },
);
