// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import { postAuthority } from "../calls";
import AuthorityDrawer from "./AuthorityDrawer";

vi.mock("../calls");

function Register() {
  const [isOpen, setOpen] = useState(true);
  if (isOpen)
    return <AuthorityDrawer open onOpenChange={setOpen} authority={null} onMerge={null} />;
  return (
    <button type="button" onClick={() => setOpen(true)}>
      Open again
    </button>
  );
}

const payTo = () => screen.getByLabelText<HTMLTextAreaElement>(/^How to pay/);

it("asks before it is closed with unsaved input, and restores the draft", async () => {
  serve(() => sessionResponse(STAFF));
  openScreen(<Register />, { user: STAFF });
  fireEvent.change(payTo(), { target: { value: "ACH to 021000021" } });
  fireEvent.keyDown(payTo(), { key: "Escape" });
  fireEvent.click(await screen.findByText("Leave and keep draft"));
  fireEvent.click(await screen.findByText("Open again"));
  expect(payTo().value).toBe("ACH to 021000021");
  expect(screen.getByText("We restored what you typed.")).toBeTruthy();
});

it("deletes the draft once the authority is saved", async () => {
  serve(() => sessionResponse(STAFF));
  openScreen(<Register />, { user: STAFF });
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Springfield" } });
  fireEvent.change(screen.getByLabelText("Kind"), { target: { value: "city" } });
  fireEvent.change(payTo(), { target: { value: "ACH 1" } });
  fireEvent.click(screen.getByText("Add"));
  fireEvent.click(await screen.findByText("Open again"));
  expect(postAuthority).toHaveBeenCalledWith(expect.objectContaining({ payTo: "ACH 1" }));
  expect(payTo().value).toBe("");
});
