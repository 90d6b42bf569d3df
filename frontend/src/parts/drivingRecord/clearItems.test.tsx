// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useRead } from "@/api/useRead";
import { clearItemsOnPageRestore } from "./clearItems";

it("fetches the items again when the browser restores the page from the back/forward cache", async () => {
  const read = vi.fn(async () => `read ${read.mock.calls.length}`);
  function Tolls() {
    return <p>{useRead(["/api/tolls", 2, 2], read, { dedupingInterval: 0 }).data}</p>;
  }
  clearItemsOnPageRestore();
  render(<Tolls />);
  await screen.findByText("read 1");
  const show = (persisted: boolean) =>
    act(() => void window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted })));
  show(false);
  expect(read).toHaveBeenCalledTimes(1);
  show(true);
  await screen.findByText("read 2");
});
