/** The keyboard, and who listens, go on from the screen's heading. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1");
  heading?.setAttribute("tabindex", "-1");
  (heading ?? document.getElementById("main"))?.focus({ preventScroll: true });
}
