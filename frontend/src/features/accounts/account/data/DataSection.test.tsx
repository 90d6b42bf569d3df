// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { serve } from "@/testing/openScreen";
import { DataSection } from "./DataSection";

it("says why the download didn't start, and shows the failed request's reference", async () => {
  serve(() => ({ status: 502, body: { requestId: "4f3a2c1b-0d5e" } }));
  render(<DataSection />);
  fireEvent.click(screen.getByRole("button", { name: "Download my data" }));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "The download didn’t startSomething went wrong on our side. Nothing was lost. Please try again in a moment.Reference 4f3a2c1b",
  );
});
