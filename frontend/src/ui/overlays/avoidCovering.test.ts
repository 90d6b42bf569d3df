// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { avoidCovering, keepFromCovering } from "./avoidCovering";

/** Adds an element with this position and height. Without a given width, the element has the page's width. */
function addElement(
  tag: string,
  top: number,
  height: number,
  to: Element = document.body,
  [left, right]: readonly [number, number] = [0, 100],
): HTMLElement {
  const one = document.createElement(tag);
  one.checkVisibility = () => true;
  one.getBoundingClientRect = () =>
    ({ left, right, width: right - left, top, height, bottom: top + height }) as DOMRect;
  to.append(one);
  return one;
}

const button = (top: number, to?: Element) => addElement("button", top, 50, to);
const toast = (top: number) => addElement("ol", top, 60);

beforeEach(() => {
  document.body.innerHTML = "";
  document.documentElement.style.scrollPaddingTop = "100px";
  window.innerHeight = 800;
});

const AT_THE_TOP = 90;
const AT_THE_BOTTOM = 740;

it.each([
  ["doesn’t move when no control is under it", AT_THE_TOP, [300], ""],
  ["moves below a control that it would cover", AT_THE_TOP, [100, 300], "0px 64px"],
  [
    "moves down past several controls to the first free gap",
    AT_THE_TOP,
    [100, 180, 300],
    "0px 144px",
  ],
  ["moves up when it starts at the bottom of the window", AT_THE_BOTTOM, [750, 650], "0px -154px"],
  [
    "moves down past the middle of the window when everything above is taken",
    AT_THE_TOP,
    [100, 200, 300, 400, 500, 600],
    "0px 564px",
  ],
  ["never moves above the page’s top bars", AT_THE_BOTTOM, [750, 650, 550, 450, 350, 250, 150], ""],
  [
    "moves to where it covers the fewest controls when no position is free",
    AT_THE_TOP,
    [100, 101, 200, 300, 400, 500, 600, 700],
    "0px 64px",
  ],
  [
    "doesn’t move when every position would cover equally many controls",
    AT_THE_TOP,
    [100, 200, 300, 400, 500, 600, 700],
    "",
  ],
])("a toast avoids covering controls: it %s", (_, toastTop, tops, translate) => {
  for (const top of tops) button(top);
  const floating = toast(toastTop);
  avoidCovering(floating);
  expect(floating.style.translate).toBe(translate);
});

const EVERY_HEIGHT = [100, 200, 300, 400, 500, 600, 700];
const AT_THE_RIGHT = [300, 400] as const;

it.each([
  ["moves left of a column of buttons", [[380, 420]], "-25px 0px"],
  ["moves sideways only as far as needed", [[330, 420]], "-75px 0px"],
  [
    "moves into the gap between two columns",
    [
      [0, 70],
      [180, 420],
    ],
    "-225px 0px",
  ],
  [
    "doesn’t move outside the window when every position covers equally many controls",
    [
      [5, 20],
      [120, 420],
    ],
    "",
  ],
] as const)("a toast %s", (_, columns, translate) => {
  for (const column of columns) {
    for (const top of EVERY_HEIGHT) addElement("button", top, 50, document.body, column);
  }
  const floating = addElement("ol", 740, 60, document.body, AT_THE_RIGHT);
  avoidCovering(floating);
  expect(floating.style.translate).toBe(translate);
});

it("a toast moves to the nearest free position, upward or sideways", () => {
  const floating = addElement("ol", 740, 60, document.body, AT_THE_RIGHT);
  addElement("button", 750, 50, document.body, AT_THE_RIGHT);
  avoidCovering(floating);
  expect(floating.style.translate).toBe("0px -54px");
  addElement("button", 680, 60, document.body, AT_THE_RIGHT);
  avoidCovering(floating);
  expect(floating.style.translate).toBe("-100px 0px");
});

it("a toast doesn’t cover the focused control when no position is free", () => {
  const [first, second] = [100, 200, 300, 400, 500, 600, 700].map((top) => button(top));
  const floating = toast(AT_THE_TOP);
  first?.focus();
  avoidCovering(floating);
  expect(floating.style.translate).toBe("0px 64px");
  second?.focus();
  avoidCovering(floating);
  expect(floating.style.translate).toBe("");
});

it("a toast returns to its original position when that is free again", () => {
  const inTheWay = button(100);
  const floating = toast(AT_THE_TOP);
  avoidCovering(floating);
  inTheWay.remove();
  avoidCovering(floating);
  expect(floating.style.translate).toBe("");
});

it("a toast doesn’t cover a payment provider’s form or a form’s alert", () => {
  addElement("iframe", 100, 200);
  addElement("p", 310, 80).setAttribute("role", "alert");
  const floating = toast(AT_THE_TOP);
  avoidCovering(floating);
  expect(floating.style.translate).toBe("0px 304px");
});

it("a toast covers an alert rather than a control when no position is free", () => {
  addElement("iframe", 100, 300);
  addElement("p", 410, 80).setAttribute("role", "alert");
  addElement("button", 500, 300);
  const floating = toast(AT_THE_TOP);
  avoidCovering(floating);
  expect(floating.style.translate).toBe("0px 314px");
});

it("a toast ignores its own buttons, and the page’s buttons behind an open dialog", () => {
  const floating = toast(AT_THE_TOP);
  button(100, addElement("li", AT_THE_TOP, 60, floating));
  button(100);
  const dialog = addElement("div", 100, 500);
  dialog.setAttribute("role", "dialog");
  avoidCovering(floating);
  expect(floating.style.translate).toBe("");
  button(100, dialog);
  avoidCovering(floating);
  expect(floating.style.translate).toBe("0px 64px");
});

it("a toast moves when a control appears under it, until the observer is stopped", async () => {
  const quiet = { observe: vi.fn(), disconnect: vi.fn() };
  vi.stubGlobal(
    "ResizeObserver",
    vi.fn(function observer() {
      return quiet;
    }),
  );
  const floating = toast(AT_THE_TOP);
  const stop = keepFromCovering(floating);
  button(100);
  await vi.waitFor(() => expect(floating.style.translate).toBe("0px 64px"));
  stop();
  button(160);
  await new Promise(requestAnimationFrame);
  expect(floating.style.translate).toBe("0px 64px");
  expect(quiet.disconnect).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

it("a toast doesn’t move while it has no width", () => {
  const floating = toast(AT_THE_TOP);
  floating.getBoundingClientRect = () => new DOMRect(100, AT_THE_TOP, 0, 0);
  expect(() => avoidCovering(floating)).not.toThrow();
  expect(floating.style.translate).toBe("");
});
