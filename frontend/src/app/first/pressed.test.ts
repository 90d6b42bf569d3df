// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { notePressed, repeatPressed } from "./pressed";

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = "<button type=button><b>Log In</b></button><p>Text</p>";
});
afterEach(() => vi.useRealTimers());

const heard = () => {
  const listener = vi.fn();
  document.querySelector("button")?.addEventListener("click", listener);
  return listener;
};

it("what was pressed is pressed again, once, when somebody listens", () => {
  notePressed();
  document.querySelector("b")?.click();
  document.querySelector("button")?.click();
  document.querySelector("p")?.click();
  const listener = heard();
  repeatPressed();
  repeatPressed();
  vi.runAllTimers();
  expect(listener).toHaveBeenCalledOnce();
});

it("nothing is pressed that nobody pressed, or that is gone", () => {
  notePressed();
  const listener = heard();
  repeatPressed();
  notePressed();
  document.querySelector("button")?.click();
  document.querySelector("button")?.remove();
  repeatPressed();
  vi.runAllTimers();
  expect(listener).toHaveBeenCalledOnce();
});

it("where a frame has made room for the screen, the button that says the same is pressed", () => {
  notePressed();
  document.querySelector("button")?.click();
  document.body.innerHTML = "<button>Cancel</button><button>Log In</button>";
  const listener = vi.fn();
  document.querySelectorAll("button")[1]?.addEventListener("click", listener);
  repeatPressed();
  vi.runAllTimers();
  expect(listener).toHaveBeenCalledOnce();
});
