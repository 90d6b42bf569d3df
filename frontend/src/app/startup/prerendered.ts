import { screenPath } from "@/lib/router";
import { replayClicks } from "./replayClicks";
import { isRerendered } from "./rerender";

/** Whether React can hydrate the prerendered screen, because this browser would render the same screen first. */
export function matchesPrerendered({ dataset }: HTMLElement): boolean {
  return dataset.prerendered === screenPath(window.location.pathname) && !isRerendered();
}

/** Whether the page shows a prerendered shell without data, which the screen replaces once it has rendered. */
export function isShellOnly({ dataset }: HTMLElement): boolean {
  return dataset.frame === screenPath(window.location.pathname);
}

type Field = HTMLInputElement | HTMLSelectElement;

const FIELD_SELECTOR = "input,select";
const typedValues = new Map<Field, string>();

/** Records the current value of an input or a select. */
function recordField(field: EventTarget | null): void {
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
    typedValues.set(field, field.value);
}

const recordEventTarget = ({ target }: Event) => recordField(target);

/**
 * Records input that the user types, or a password manager fills in, before React has attached its
 * listeners.
 */
export function recordInput(container: HTMLElement): void {
  for (const field of container.querySelectorAll<Field>(FIELD_SELECTOR))
    if (field.value !== "") recordField(field);
  // Listens in the capture phase, to read the value before React sees the event: React then starts hydration, which
  // empties the field.
  window.addEventListener("input", recordEventTarget, true);
}

/** Replays input and clicks in the hydrated screen, because hydration has emptied its fields. */
export function replayInput(): void {
  window.removeEventListener("input", recordEventTarget, true);
  for (const [field, value] of typedValues) {
    if (field.value === value) field.value = "";
    // The prototype's setter bypasses the property that React installs on the field, so React sees a change.
    const { prototype } = field instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
    const kind = field instanceof HTMLSelectElement ? "change" : "input";
    field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  typedValues.clear();
  replayClicks();
}
