import { screenPath } from "@/lib/router";
import { isDrawnAnew } from "./anew";
import { repeatPressed } from "./pressed";

/** Whether what the build has drawn into the page is what this browser would draw first: then it is taken over as it is. */
export function isAsDrawn({ dataset }: HTMLElement): boolean {
  return dataset.drawn === screenPath(window.location.pathname) && !isDrawnAnew();
}

/** Whether a frame is shown that the screen takes the place of, once it is drawn. */
export function isFramed({ dataset }: HTMLElement): boolean {
  return dataset.frame === screenPath(window.location.pathname);
}

type Field = HTMLInputElement | HTMLSelectElement;

const FIELDS = "input,select";
const typed = new Map<Field, string>();

function note(field: EventTarget | null): void {
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
    typed.set(field, field.value);
}

const noteEvent = ({ target }: Event) => note(target);

/** Who is quicker than the script types into fields that nobody listens to yet, or a password manager does: it is noted. */
export function noteTyped(container: HTMLElement): void {
  for (const field of container.querySelectorAll<Field>(FIELDS))
    if (field.value !== "") note(field);
  // Before React hears of it, which then takes the screen over and empties the field.
  window.addEventListener("input", noteEvent, true);
}

/** The screen is taken over, with its fields empty again: it hears what was typed, and what was pressed. */
export function repeatTyped(): void {
  window.removeEventListener("input", noteEvent, true);
  for (const [field, value] of typed) {
    if (field.value === value) field.value = "";
    // Past what React has put before the property, so that it finds a change.
    const { prototype } = field instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
    const kind = field instanceof HTMLSelectElement ? "change" : "input";
    field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  typed.clear();
  repeatPressed();
}
