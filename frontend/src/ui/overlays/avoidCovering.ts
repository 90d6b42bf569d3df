/** Selector of elements that a toast should leave reachable. */
const CONTROLS = "a[href], button, input, select, textarea, summary, iframe";
/** Elements that should stay readable, because an alert in a form has more details than a toast about it. */
const ALERTS = "[role=alert]";
/** The element that was just clicked and is most likely to be clicked again. */
const FOCUSED = ":focus";

/** Distance in pixels from covered elements and from the window's edge. */
const GAP = 4;
/** Number of positions tried per width of the element, when it moves sideways. */
const STEPS = 4;

/** Returns the part of the page that can be reached: the open dialog, or everything. */
const reachableRoot = () => document.querySelector("[role=dialog]") ?? document;

/** Returns the boxes of matching elements that the floating element could cover. */
const boxesOf = (floating: Element, selector: string): DOMRect[] =>
  [...reachableRoot().querySelectorAll(selector)]
    .filter((one) => !floating.contains(one) && one.checkVisibility({ visibilityProperty: true }))
    .map((one) => one.getBoundingClientRect());

/** Returns the height reserved for the header (`scroll-padding-top`), in pixels. */
const headerHeight = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

/** A candidate position, as an offset, with the number of elements it would cover. */
type Candidate = { x: number; y: number; focused: number; controls: number; alerts: number };

/** Compares two positions for sorting; the better one comes first. */
const comparePositions = (a: Candidate, b: Candidate) =>
  a.focused - b.focused ||
  a.controls - b.controls ||
  a.alerts - b.alerts ||
  Math.abs(a.x) + Math.abs(a.y) - Math.abs(b.x) - Math.abs(b.y);

/**
 * Moves a floating element to the position where it covers the least. It avoids the focused element
 * first, then controls, then alerts. Of equally good positions, takes the nearest. The element moves
 * up, down or left. Moving left helps in a list with buttons at the end of each row.
 */
export function avoidCovering(element: HTMLElement): void {
  element.style.translate = "";
  const { left, right, top, width, height } = element.getBoundingClientRect();
  const obstacles = {
    focused: boxesOf(element, FOCUSED),
    controls: boxesOf(element, CONTROLS),
    alerts: boxesOf(element, ALERTS),
  };
  const minTop = headerHeight();

  const candidatesAt = (x: number): Candidate[] => {
    const isBelowOrAbove = (box: DOMRect) => box.left < right + x && box.right > left + x;
    const focused = obstacles.focused.filter(isBelowOrAbove);
    const controls = obstacles.controls.filter(isBelowOrAbove);
    const alerts = obstacles.alerts.filter(isBelowOrAbove);
    const tops = [...controls, ...alerts]
      .flatMap((box) => [box.top - height - GAP, box.bottom + GAP])
      .filter((from) => from >= minTop && from + height <= window.innerHeight);
    return [top, ...tops].map((from) => {
      const countCovered = (boxes: DOMRect[]) =>
        boxes.filter((box) => box.top < from + height && box.bottom > from).length;
      return {
        x,
        y: from - top,
        focused: countCovered(focused),
        controls: countCovered(controls),
        alerts: countCovered(alerts),
      };
    });
  };

  const step = width / STEPS;
  // Before layout, the element's width is 0, so it can't move sideways.
  const sideways = step > 0 ? Math.max(0, Math.floor((left - GAP) / step)) : 0;
  const [best] = Array.from({ length: sideways + 1 }, (_, steps) => candidatesAt(-steps * step))
    .flat()
    .sort(comparePositions);
  if (best?.x || best?.y) element.style.translate = `${best.x}px ${best.y}px`;
}

/**
 * Changes that can move elements: an added or removed node, or a changed class, hidden attribute or style. For
 * example, a provider's script changes the height of its iframe.
 */
const CHANGES: MutationObserverInit = {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ["class", "style", "hidden"],
};

/**
 * Keeps a floating element clear of controls whenever the page changes or scrolls, at most once per
 * frame. Returns a function that stops watching the page.
 */
export function keepFromCovering(element: HTMLElement): () => void {
  let frame = 0;
  const scheduleMove = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => avoidCovering(element));
  };
  const mutations = new MutationObserver((changes) => {
    // Ignores changes inside the floating element itself.
    if (changes.some(({ target, type }) => type === "childList" || !element.contains(target)))
      scheduleMove();
  });
  const resizes = new ResizeObserver(scheduleMove);
  mutations.observe(document.body, CHANGES);
  resizes.observe(document.body);
  window.addEventListener("resize", scheduleMove);
  document.addEventListener("scrollend", scheduleMove, { capture: true });
  scheduleMove();
  return () => {
    cancelAnimationFrame(frame);
    mutations.disconnect();
    resizes.disconnect();
    window.removeEventListener("resize", scheduleMove);
    document.removeEventListener("scrollend", scheduleMove, { capture: true });
  };
}
