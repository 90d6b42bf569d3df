// @vitest-environment jsdom
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { SidePanel } from "./SidePanel";

afterEach(() => document.body.replaceChildren());

/** Resolves as soon as the DOM changes, before React's passive effects run. */
const drawn = (root: Element) =>
  new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      resolve();
    }).observe(root, { childList: true });
  });

test("Escape closes a panel from the moment that it is seen", async () => {
  const close = vi.fn();
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const seen = drawn(place);
  root.render(
    <SidePanel title="Hire 7" onClose={close}>
      Its facts
    </SidePanel>,
  );
  await seen;
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(close).toHaveBeenCalledTimes(1);
  root.unmount();
});

test("an Escape that is meant for what lies above leaves the panel", async () => {
  const close = vi.fn();
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const seen = drawn(place);
  root.render(
    <SidePanel title="Hire 7" onClose={close}>
      <div role="dialog">Cancel hire?</div>
    </SidePanel>,
  );
  await seen;
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(close).not.toHaveBeenCalled();
  root.unmount();
});
