// @vitest-environment jsdom
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { SidePanel } from "./SidePanel";

afterEach(() => document.body.replaceChildren());

/** Resolves as soon as the DOM changes, before React's passive effects run. */
const domChange = (root: Element) =>
  new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      resolve();
    }).observe(root, { childList: true });
  });

test("Escape closes a panel as soon as it is visible", async () => {
  const close = vi.fn();
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  const change = domChange(container);
  root.render(
    <SidePanel title="Hire 7" onClose={close}>
      Its facts
    </SidePanel>,
  );
  await change;
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(close).toHaveBeenCalledTimes(1);
  root.unmount();
});

test("Escape leaves the panel open when a dialog is above it", async () => {
  const close = vi.fn();
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  const change = domChange(container);
  root.render(
    <SidePanel title="Hire 7" onClose={close}>
      <div role="dialog">Cancel hire?</div>
    </SidePanel>,
  );
  await change;
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(close).not.toHaveBeenCalled();
  root.unmount();
});
