// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { clearer } from "./clearer";

type Box = { top: number; bottom: number };

/** An element of the page's width between two heights; `at` may follow what the element says. */
function add(tag: string, at: (one: HTMLElement) => Box, to: Element = document.body): HTMLElement {
  const one = document.createElement(tag);
  one.checkVisibility = () => true;
  one.getBoundingClientRect = () => ({ left: 0, right: 100, ...at(one) }) as DOMRect;
  to.append(one);
  return one;
}

const toast = () =>
  add("ol", ({ dataset }) =>
    dataset.other === undefined ? { top: 0, bottom: 60 } : { top: 700, bottom: 760 },
  );
const button = (top: number, to?: Element) => add("button", () => ({ top, bottom: top + 48 }), to);

beforeEach(() => {
  document.body.innerHTML = "";
});

it.each([
  ["stays where nothing lies under it", [300], undefined],
  ["goes where nothing lies under it", [20, 300], ""],
  ["stays where both places are taken alike", [20, 720], undefined],
  ["goes where less lies under it", [0, 50, 720], ""],
])("%s", (_, tops, other) => {
  for (const top of tops) button(top);
  const floating = toast();
  clearer(floating);
  expect(floating.dataset.other).toBe(other);
});

it("stays beside a form: what sends it could come to lie under the other place", () => {
  button(0);
  button(900).setAttribute("type", "submit");
  const floating = toast();
  clearer(floating);
  expect(floating.dataset.other).toBeUndefined();
});

it("counts what can be pressed: not its own, and of an open dialog’s page nothing", () => {
  const floating = toast();
  button(20, floating);
  button(20);
  const dialog = add("div", () => ({ top: 100, bottom: 600 }));
  dialog.setAttribute("role", "dialog");
  clearer(floating);
  expect(floating.dataset.other).toBeUndefined();
  button(20, dialog);
  clearer(floating);
  expect(floating.dataset.other).toBe("");
});
