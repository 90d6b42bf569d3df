// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { StatusRequest } from "@/api/types";
import { USER } from "@/testing/sampleRecords";
import * as calls from "./calls";
import { RevealForm } from "./RevealForm";

vi.mock("./calls");

const REQUEST = { ...USER, lastFourSSN: "****" } as unknown as StatusRequest;
const REASON = "The license office asks for them";

afterEach(() => vi.useRealTimers());

it("shows the SSN digits for one minute, then hides them", async () => {
  vi.useFakeTimers();
  vi.mocked(calls.postRevealSsnDigits).mockResolvedValue({ lastFourSSN: "4821" });
  const onOver = vi.fn();
  render(<RevealForm request={REQUEST} onHidden={onOver} onCancel={vi.fn()} />);
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: REASON } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Reveal" })));
  expect(calls.postRevealSsnDigits).toHaveBeenCalledWith(USER.id, REASON);
  expect(screen.getByLabelText("Digits").textContent).toBe("4821");
  await act(async () => vi.advanceTimersByTime(58_000));
  expect(screen.getByLabelText("Digits").textContent).toBe("4821");
  expect(onOver).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTime(2_000));
  expect(screen.queryByLabelText("Digits")).toBeNull();
  expect(onOver).toHaveBeenCalled();
});
