// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { recordClicks, replayClicks } from "./replayClicks";

beforeEach(() => {
  vi.useFakeTimers();
  delete window.lanewiseClick;
  document.body.innerHTML = "<button type=button><b>Log In</b></button><p>Text</p>";
});
afterEach(() => vi.useRealTimers());

const buttonListener = () => {
  const listener = vi.fn();
  document.querySelector("button")?.addEventListener("click", listener);
  return listener;
};

it("replays one click on a button that was clicked several times before the page was ready", () => {
  recordClicks();
  document.querySelector("b")?.click();
  document.querySelector("button")?.click();
  document.querySelector("p")?.click();
  const listener = buttonListener();
  replayClicks();
  replayClicks();
  vi.runAllTimers();
  expect(listener).toHaveBeenCalledOnce();
});

it("replays no click if no button was clicked", () => {
  recordClicks();
  const listener = buttonListener();
  replayClicks();
  vi.runAllTimers();
  expect(listener).not.toHaveBeenCalled();
});

it("replays no click if the clicked button is gone", () => {
  recordClicks();
  const listener = buttonListener();
  document.querySelector("button")?.click();
  document.querySelector("button")?.remove();
  replayClicks();
  vi.runAllTimers();
  expect(listener).toHaveBeenCalledOnce();
});

it("records no clicks once they were replayed, and keeps a recorded click if it is called again", () => {
  recordClicks();
  document.querySelector("button")?.click();
  recordClicks();
  const listener = buttonListener();
  replayClicks();
  recordClicks();
  document.querySelector("button")?.click();
  replayClicks();
  vi.runAllTimers();
  // The replayed click, and the later click itself.
  expect(listener).toHaveBeenCalledTimes(2);
});

it("clicks the button with the same text if the clicked button was replaced", () => {
  recordClicks();
  document.querySelector("button")?.click();
  document.body.innerHTML = "<button>Cancel</button><button>Log In</button>";
  const listener = vi.fn();
  document.querySelectorAll("button")[1]?.addEventListener("click", listener);
  replayClicks();
  vi.runAllTimers();
  expect(listener).toHaveBeenCalledOnce();
});
