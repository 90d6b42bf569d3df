// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { useEffect, useRef } from "react";
import { expect, it, vi } from "vitest";
import { Dialog } from "../Dialog";
import { Drawer } from "../../desk/Drawer";

const pressEscape = (target: Element) =>
  target.dispatchEvent(
    new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
  );

/** Presses Escape while its parent is being opened, before Radix has registered the new layer for keys. */
function HastyEscape() {
  const at = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (at.current) pressEscape(at.current);
  }, []);
  return <span ref={at} />;
}

const layers = (above: boolean, onDrawer: () => void, onDialog: () => void) => (
  <Drawer open onClose={onDrawer} title="Form">
    {above && (
      <Dialog open onOpenChange={onDialog} title="Question">
        <HastyEscape />
      </Dialog>
    )}
  </Drawer>
);

it("Escape closes the dialog that just opened, not the drawer below it", () => {
  const [onDrawer, onDialog] = [vi.fn(), vi.fn()];
  const { rerender } = render(layers(false, onDrawer, onDialog));
  rerender(layers(true, onDrawer, onDialog));
  expect(onDrawer).not.toHaveBeenCalled();
  expect(onDialog).toHaveBeenCalledExactlyOnceWith(false);
});

it("Escape closes the drawer when no dialog is above it", () => {
  const onDrawer = vi.fn();
  render(layers(false, onDrawer, vi.fn()));
  act(() => void pressEscape(screen.getByRole("button", { name: "Close" })));
  expect(onDrawer).toHaveBeenCalledOnce();
});
