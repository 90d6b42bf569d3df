/** What must stay in reach. */
const CONTROLS = "a[href], button, input, select, textarea, summary, iframe";
/** What should stay to be read: an alert beside a form says more than a toast of it. */
const ALERTS = "[role=alert]";
/** What was just pressed, and is the likeliest to be pressed again. */
const IN_USE = ":focus";

/** Between it and what it leaves free. */
const GAP = 4;

/** Below an open dialog nothing can be pressed. */
const reachable = () => document.querySelector("[role=dialog]") ?? document;

/** The boxes of what could come to lie under something of this breadth. */
function besides(what: Element, { left, right }: DOMRect, kind: string): DOMRect[] {
  return [...reachable().querySelectorAll(kind)]
    .filter((one) => !what.contains(one) && one.checkVisibility({ visibilityProperty: true }))
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.left < right && box.right > left);
}

/** The height from which on no bar lies over the page: where the browser scrolls to. */
const belowHead = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

/** Moves what floats to the place nearest to its own where it lies over no control, or over as few as can be and none in use. */
export function clear(what: HTMLElement): void {
  what.style.translate = "";
  const box = what.getBoundingClientRect();
  const controls = besides(what, box, CONTROLS);
  const alerts = besides(what, box, ALERTS);
  const inUse = besides(what, box, IN_USE);
  const covered = (all: DOMRect[], top: number) =>
    all.filter((one) => one.top < top + box.height && one.bottom > top).length;
  const highest = belowHead();
  const others = [...controls, ...alerts]
    .flatMap(({ top, bottom }) => [top - box.height - GAP, bottom + GAP])
    .filter((top) => top >= highest && top + box.height <= window.innerHeight);
  const [best] = [box.top, ...others]
    .map((top) => ({
      by: top - box.top,
      inUse: covered(inUse, top),
      controls: covered(controls, top),
      alerts: covered(alerts, top),
    }))
    .sort(
      (a, b) =>
        a.inUse - b.inUse ||
        a.controls - b.controls ||
        a.alerts - b.alerts ||
        Math.abs(a.by) - Math.abs(b.by),
    );
  if (best?.by) what.style.translate = `0 ${best.by}px`;
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
