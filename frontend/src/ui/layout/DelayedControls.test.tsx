// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DelayedControls } from "./DelayedControls";
import css from "./DelayedControls.module.css";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const search = (until: boolean) => (
  <DelayedControls isLayoutFinal={until}>
    <input aria-label="Search users" />
  </DelayedControls>
);
const isHidden = () =>
  screen.getByLabelText("Search users").parentElement?.classList.contains(css.hidden ?? "");

test("hides the controls until the content above them has its final size", () => {
  const { rerender } = render(search(false));
  expect(isHidden()).toBe(true);
  rerender(search(true));
  expect(isHidden()).toBe(false);
});

test("shows the controls after five seconds at the latest", () => {
  render(search(false));
  act(() => void vi.advanceTimersByTime(4999));
  expect(isHidden()).toBe(true);
  act(() => void vi.advanceTimersByTime(1));
  expect(isHidden()).toBe(false);
});

test("hides the controls again when the content reloads", () => {
  const { rerender } = render(search(false));
  act(() => void vi.advanceTimersByTime(5000));
  rerender(search(true));
  rerender(search(false));
  expect(isHidden()).toBe(true);
  act(() => void vi.advanceTimersByTime(5000));
  expect(isHidden()).toBe(false);
});
