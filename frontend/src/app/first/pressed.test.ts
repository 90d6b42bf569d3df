// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { notePressed, repeatPressed } from "./pressed";

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = "<button type=button><b>Log In</b></button><p>Text</p>";
});
afterEach(() => vi.useRealTimers());

const buttonListener = () => {
  const listener = vi.fn();
  document.querySelector("button")?.addEventListener("click", listener);
  return listener;
};

it("repeats a click that came before the page was ready, exactly once", () => {
  notePressed();
  document.querySelector("b")?.click();
  document.querySelector("button")?.click();
  document.querySelector("p")?.click();
  const listener = buttonListener();
  repeatPressed();
  repeatPressed();
  vi.runAllTimers();
  expect(listener).toHaveBeenCalledOnce();
});

it("repeats nothing if nothing was clicked or the clicked button is gone", () => {
  notePressed();
  const listener = buttonListener();
  repeatPressed();
  notePressed();
  document.querySelector("button")?.click();
  document.querySelector("button")?.remove();
  repeatPressed();
  vi.runAllTimers();
  expect(listener).toHaveBeenCalledOnce();
});

it("clicks the button with the same text if the clicked button was replaced", () => {
  notePressed();
  document.querySelector("button")?.click();
  document.body.innerHTML = "<button>Cancel</button><button>Log In</button>";
  const listener = vi.fn();
  document.querySelectorAll("button")[1]?.addEventListener("click", listener);
  repeatPressed();
  vi.runAllTimers();
  expect(listener).toHaveBeenCalledOnce();
});
