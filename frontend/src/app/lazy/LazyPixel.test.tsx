// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { open, serve } from "@/testing/opened";
import { CONFIG } from "@/testing/records";
import { finishStyle, addStyleTag } from "@/testing/styles";
import { LazyPixel } from "./LazyPixel";

it("keeps the page when the pixel dialog fails to load, and retries when the network is back", async () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  serve(() => ({ body: { ...CONFIG, pixelId: "123" } }));
  addStyleTag("PixelDialog");
  open(
    <>
      <h1>Inside</h1>
      <LazyPixel />
    </>,
  );
  await finishStyle("PixelDialog", "error");
  await waitFor(() => expect(warned).toHaveBeenCalled());
  expect(screen.getByText("Inside")).toBeTruthy();
  window.dispatchEvent(new Event("online"));
  await finishStyle("PixelDialog", "load");
  await screen.findByRole("region", { name: "Privacy choices" });
});
