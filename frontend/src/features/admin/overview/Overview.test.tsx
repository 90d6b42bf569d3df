// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openScreen, serve, STAFF } from "@/testing/openScreen";
import { Overview } from "./Overview";

it("doesn’t blame the connection if the server failed", async () => {
  serve(() => ({ status: 500, body: { code: "internal", message: "Down." } }));
  openScreen(<Overview />, { user: STAFF });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toMatch(/^This didn’t load.*on our side/);
  expect(alert.textContent).not.toMatch(/connection/);
});
