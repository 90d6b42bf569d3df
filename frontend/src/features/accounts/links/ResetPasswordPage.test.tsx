// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { loadSession } from "@/parts/accounts/session";
import { openScreen, serve } from "@/testing/openScreen";
import { toastItems } from "@/ui/overlays/toast";
import ResetPasswordPage from "./ResetPasswordPage";

it("ends the session in this browser when the password is changed", async () => {
  serve(() => ({ body: {} }));
  openScreen(<ResetPasswordPage />, { at: "/reset-password#a-token" });
  await screen.findByRole("button", { name: "Save password" });
  expect(loadSession()).not.toBeNull();
  for (const field of document.querySelectorAll("input"))
    fireEvent.change(field, { target: { value: "Another-good-password-7" } });
  fireEvent.click(screen.getByRole("button", { name: "Save password" }));
  await waitFor(() => expect(toastItems()[0]?.title).toBe("Password Changed"));
  expect(loadSession()).toBeNull();
});
