const CONTROLS = "a[href], button, input, select, textarea, summary, iframe";
/** What is filled in is scrolled, and what sends it may come to lie anywhere. */
const FORM = "[type=submit], iframe";

/** Below an open dialog nothing can be pressed. */
const reachable = () => document.querySelector("[role=dialog]") ?? document;

/** How many controls lie under something. */
function under(what: Element): number {
  const box = what.getBoundingClientRect();
  const isUnder = (one: Element) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const meets = left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    return meets && !what.contains(one) && one.checkVisibility({ visibilityProperty: true });
  };
  return [...reachable().querySelectorAll(CONTROLS)].filter(isUnder).length;
}

/** Puts what floats at its other place (`data-other`), if fewer controls lie under it there; beside a form it stays. */
export function clearer(what: HTMLElement): void {
  delete what.dataset.other;
  if (reachable().querySelector(FORM)) return;
  const here = under(what);
  if (here === 0) return;
  what.dataset.other = "";
  if (under(what) >= here) delete what.dataset.other;
}
