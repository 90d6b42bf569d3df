/** What must stay in reach. */
const CONTROLS = "a[href], button, input, select, textarea, summary, iframe";
/** What should stay to be read: an alert beside a form says more than a toast of it. */
const ALERTS = "[role=alert]";
/** What was just pressed, and is the likeliest to be pressed again. */
const IN_USE = ":focus";

/** Between it and what it leaves free, and the window's edge. */
const GAP = 4;
/** How many steps sideways make its own breadth. */
const STEPS = 4;

/** Below an open dialog nothing can be pressed. */
const reachable = () => document.querySelector("[role=dialog]") ?? document;

/** The boxes of what could come to lie under something. */
const besides = (what: Element, kind: string): DOMRect[] =>
  [...reachable().querySelectorAll(kind)]
    .filter((one) => !what.contains(one) && one.checkVisibility({ visibilityProperty: true }))
    .map((one) => one.getBoundingClientRect());

/** The height from which on no bar lies over the page: where the browser scrolls to. */
const belowHead = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

/** A place, told by how far it is away, and how much would lie under something there. */
type Place = { x: number; y: number; inUse: number; controls: number; alerts: number };

const better = (a: Place, b: Place) =>
  a.inUse - b.inUse ||
  a.controls - b.controls ||
  a.alerts - b.alerts ||
  Math.abs(a.x) + Math.abs(a.y) - Math.abs(b.x) - Math.abs(b.y);

/**
 * Moves what floats to the place nearest to its own where it lies over no control, or over as few as can be and none in use: up,
 * down, or to the left, as in a list with buttons at the end of each row.
 */
export function clear(what: HTMLElement): void {
  what.style.translate = "";
  const { left, right, top, width, height } = what.getBoundingClientRect();
  const under = {
    inUse: besides(what, IN_USE),
    controls: besides(what, CONTROLS),
    alerts: besides(what, ALERTS),
  };
  const highest = belowHead();

  const placesAt = (x: number): Place[] => {
    const inReach = (box: DOMRect) => box.left < right + x && box.right > left + x;
    const inUse = under.inUse.filter(inReach);
    const controls = under.controls.filter(inReach);
    const alerts = under.alerts.filter(inReach);
    const heights = [...controls, ...alerts]
      .flatMap((box) => [box.top - height - GAP, box.bottom + GAP])
      .filter((from) => from >= highest && from + height <= window.innerHeight);
    return [top, ...heights].map((from) => {
      const covered = (boxes: DOMRect[]) =>
        boxes.filter((box) => box.top < from + height && box.bottom > from).length;
      return {
        x,
        y: from - top,
        inUse: covered(inUse),
        controls: covered(controls),
        alerts: covered(alerts),
      };
    });
  };

  const step = width / STEPS;
  // Before it is laid out it has no width.
  const sideways = step > 0 ? Math.max(0, Math.floor((left - GAP) / step)) : 0;
  const [best] = Array.from({ length: sideways + 1 }, (_, steps) => placesAt(-steps * step))
    .flat()
    .sort(better);
  if (best?.x || best?.y) what.style.translate = `${best.x}px ${best.y}px`;
}

/** What changes where things lie: a node, a class, or the height that a provider's script gives its frame. */
const CHANGES: MutationObserverInit = {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ["class", "style", "hidden"],
};

/** Keeps what floats clear until the function that it returns is called: once a frame at most, whenever the page has changed or was scrolled. */
export function keepClear(what: HTMLElement): () => void {
  let frame = 0;
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => clear(what));
  };
  const changed = new MutationObserver((changes) => {
    // Its own place is no reason to look for another.
    if (changes.some(({ target, type }) => type === "childList" || !what.contains(target))) soon();
  });
  const resized = new ResizeObserver(soon);
  changed.observe(document.body, CHANGES);
  resized.observe(document.body);
  window.addEventListener("resize", soon);
  document.addEventListener("scrollend", soon, { capture: true });
  soon();
  return () => {
    cancelAnimationFrame(frame);
    changed.disconnect();
    resized.disconnect();
    window.removeEventListener("resize", soon);
    document.removeEventListener("scrollend", soon, { capture: true });
  };
}
