// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DelayedControls } from "./DelayedControls";
import css from "./DelayedControls.module.css";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const search = (until: boolean) => (
  <DelayedControls until={until}>
    <input aria-label="Search users" />
  </DelayedControls>
);
const isHeld = () =>
  screen.getByLabelText("Search users").parentElement?.classList.contains(css.hidden ?? "");

test("holds the controls until the content above them has its final size", () => {
  const { rerender } = render(search(false));
  expect(isHeld()).toBe(true);
  rerender(search(true));
  expect(isHeld()).toBe(false);
});

test("stops holding the controls after five seconds", () => {
  render(search(false));
  act(() => void vi.advanceTimersByTime(4999));
  expect(isHeld()).toBe(true);
  act(() => void vi.advanceTimersByTime(1));
  expect(isHeld()).toBe(false);
});

test("holds the controls again when the content reloads", () => {
  const { rerender } = render(search(false));
  act(() => void vi.advanceTimersByTime(5000));
  rerender(search(true));
  rerender(search(false));
  expect(isHeld()).toBe(true);
  act(() => void vi.advanceTimersByTime(5000));
  expect(isHeld()).toBe(false);
});
