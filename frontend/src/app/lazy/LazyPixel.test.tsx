// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openScreen, serve } from "@/testing/openScreen";
import { CONFIG } from "@/testing/sampleRecords";
import { finishStyle, addStyleTag } from "@/testing/styles";
import { LazyPixel } from "./LazyPixel";

it("still shows the page when the pixel dialog fails to load, and loads it when the network is back", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  serve(() => ({ body: { ...CONFIG, pixelId: "123" } }));
  addStyleTag("PixelDialog");
  openScreen(
    <>
      <h1>Inside</h1>
      <LazyPixel />
    </>,
  );
  await finishStyle("PixelDialog", "error");
  await waitFor(() => expect(warn).toHaveBeenCalled());
  expect(screen.getByText("Inside")).toBeTruthy();
  window.dispatchEvent(new Event("online"));
  await finishStyle("PixelDialog", "load");
  await screen.findByRole("region", { name: "Privacy choices" });
});
