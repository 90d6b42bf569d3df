// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "@/api/client";
import { UploadRow } from "./UploadRow";
import { type Save, useUploads } from "./useUploads";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type Props = { save: Save<string>; onSaved: (name: string) => void };

function Uploads({ save, onSaved }: Props) {
  const { uploads, add, retry, drop } = useUploads(save, onSaved);
  return (
    <>
      <button
        type="button"
        onClick={() => add([new File(["a"], "a.jpg"), new File(["b"], "b.jpg")])}
      >
        Add
      </button>
      <ul>
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            onRetry={() => retry(upload)}
            onDrop={() => drop(upload.key)}
          />
        ))}
      </ul>
    </>
  );
}

async function renderUploads(save: Save<string>) {
  vi.useFakeTimers();
  const onSaved = vi.fn();
  render(<Uploads save={save} onSaved={onSaved} />);
  await act(async () => screen.getByRole("button", { name: "Add" }).click());
  return onSaved;
}

const refusal = (status: number, code: string, retryAfter: string | null = null) =>
  new ApiError(status, "", JSON.stringify({ code }), retryAfter);

it("waits as long as the server asks, and then retries the upload automatically", async () => {
  const save = vi.fn<Save<string>>(async (file) => file.name);
  save.mockRejectedValueOnce(refusal(429, "too_many_requests", "12"));
  const onSaved = await renderUploads(save);
  expect(screen.getAllByText("Waiting to upload…")).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(save).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(onSaved.mock.calls).toEqual([["a.jpg"], ["b.jpg"]]);
  expect(screen.queryByRole("listitem")).toBeNull();
});

it("retries the upload automatically after the server was busy", async () => {
  const save = vi.fn<Save<string>>(async (file) => file.name);
  save.mockRejectedValueOnce(refusal(503, "busy"));
  const onSaved = await renderUploads(save);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(onSaved).toHaveBeenCalledTimes(2);
});

it.each([
  [new NetworkError("down"), 2],
  [refusal(503, "files_unavailable", "5"), 2],
  [refusal(409, "too_many_files"), 2],
  [refusal(422, "invalid"), 0],
  [refusal(413, "too_large"), 0],
])("offers to retry an upload only if the retry can succeed: %s", async (error, buttons) => {
  await renderUploads(async () => Promise.reject(error));
  expect(screen.queryAllByRole("button", { name: "Try again" })).toHaveLength(buttons);
  expect(screen.getAllByRole("button", { name: "Remove" })).toHaveLength(2);
});
