// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ReadPicture } from "./ReadPicture";

const { readPictureText } = vi.hoisted(() => ({
  readPictureText:
    vi.fn<(c: unknown, onProgress: (part: number) => void, s: AbortSignal) => Promise<string>>(),
}));
vi.mock("./pictureText", () => ({ readPictureText }));

afterEach(cleanup);

const TEXT = "CITATION NO: AB-1234\nFINE $50.00";

function renderReadPicture(labels = ["citation number", "amount"]) {
  const onFillIn = vi.fn(() => labels);
  const onUndo = vi.fn();
  const canvas = { current: document.createElement("canvas") };
  render(<ReadPicture canvas={canvas} onFillIn={onFillIn} onUndo={onUndo} />);
  fireEvent.click(screen.getByRole("button", { name: "Fill in from the photo" }));
  return { onFillIn, onUndo };
}

it("fills in the fields that it read from the picture, and undoes that on request", async () => {
  readPictureText.mockResolvedValueOnce(TEXT);
  const { onFillIn, onUndo } = renderReadPicture();
  expect(await screen.findByText(/^Filled in: citation number, amount\. Check/)).toBeTruthy();
  expect(onFillIn).toHaveBeenCalledWith({
    citationNumber: "AB-1234",
    amount: "50.00",
  });
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(onUndo).toHaveBeenCalledOnce();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

it("says if nothing was found in the photo or the photo can't be read", async () => {
  readPictureText.mockResolvedValueOnce("?");
  renderReadPicture([]);
  expect(await screen.findByText(/We couldn’t find anything to fill in/)).toBeTruthy();
  readPictureText.mockRejectedValueOnce(new Error("no WebAssembly"));
  fireEvent.click(screen.getByRole("button", { name: "Fill in from the photo" }));
  expect(await screen.findByText(/We couldn’t read this photo/)).toBeTruthy();
});

it("shows the progress of reading, and stops on request", async () => {
  readPictureText.mockImplementationOnce((_, onProgress, signal) => {
    onProgress(0.4);
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  });
  const { onFillIn } = renderReadPicture();
  const bar = await screen.findByRole<HTMLProgressElement>("progressbar");
  await waitFor(() => expect(bar.value).toBe(0.4));
  fireEvent.click(screen.getByRole("button", { name: "Stop reading" }));
  expect(await screen.findByRole("button", { name: "Fill in from the photo" })).toBeTruthy();
  expect(onFillIn).not.toHaveBeenCalled();
});
