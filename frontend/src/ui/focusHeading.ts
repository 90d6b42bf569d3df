/** Moves the focus to the screen's heading, for keyboards and screen readers. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1");
  heading?.setAttribute("tabindex", "-1");
  (heading ?? document.getElementById("main"))?.focus({ preventScroll: true });
}
