// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openDeskPage, STAFF } from "@/testing/openScreen";
import { TopTools } from "./TopTools";

vi.mock("./LazyPalette", () => ({ default: () => <div role="dialog" /> }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
const tooltip = () => screen.queryByRole("tooltip");

/** Renders the top bar's tools. Returns the search button. */
function openTools(): HTMLElement {
  openDeskPage(
    <>
      <div id="top-tools" />
      <TopTools user={STAFF} />
    </>,
    "/admin",
    {},
  );
  return screen.getByRole("button", { name: /^Search everything/ });
}

/** `enter` moves the pointer to the button, and `leave` moves the pointer away. */
const enter = (button: HTMLElement) => fireEvent.pointerMove(button, { pointerType: "mouse" });
function leave(button: HTMLElement) {
  fireEvent.pointerLeave(button, { pointerType: "mouse" });
  fireEvent.pointerMove(document.body, { pointerType: "mouse", clientX: 500, clientY: 500 });
}

it("the tooltip opens after the pointer has been over the search button for 700 ms", async () => {
  enter(openTools());
  await wait(699);
  expect(tooltip()).toBeNull();
  await wait(1);
  expect(tooltip()?.textContent).toMatch(/^Search drivers, records, pages and actions/);
});

it("the tooltip doesn't open if the pointer leaves the search button within 700 ms", async () => {
  const button = openTools();
  enter(button);
  await wait(600);
  leave(button);
  await wait(1_000);
  expect(tooltip()).toBeNull();
});

it.each([
  [299, true],
  [300, false],
])("the tooltip opens again without a delay %d ms after it closed: %s", async (ms, isOpen) => {
  const button = openTools();
  enter(button);
  await wait(700);
  leave(button);
  expect(tooltip()).toBeNull();
  await wait(ms);
  enter(button);
  expect(tooltip() !== null).toBe(isOpen);
});

it("the tooltip closes with Escape", async () => {
  const button = openTools();
  enter(button);
  await wait(700);
  expect(tooltip()).not.toBeNull();
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(tooltip()).toBeNull();
});

it.each([
  ["while it is open", 700, true],
  ["before it opens", 600, false],
])("the tooltip doesn't show after a click %s", async (_when, ms, isOpen) => {
  const button = openTools();
  enter(button);
  await wait(ms);
  expect(tooltip() !== null).toBe(isOpen);
  fireEvent.pointerDown(button);
  fireEvent.pointerUp(button);
  fireEvent.click(button);
  expect(tooltip()).toBeNull();
  await wait(1_000);
  expect(screen.getByRole("dialog")).toBeTruthy();
  expect(tooltip()).toBeNull();
});

it.each([
  ["the tooltip opens at once if the keyboard focuses the search button", true],
  ["the tooltip doesn't open if a closing dialog returns the focus after a click", false],
])("when the search button gets the focus: %s", (_what, isFocusVisible) => {
  const button = openTools();
  // jsdom doesn't know what caused the focus.
  vi.spyOn(button, "matches").mockReturnValue(isFocusVisible);
  act(() => button.focus());
  expect(tooltip() !== null).toBe(isFocusVisible);
});
