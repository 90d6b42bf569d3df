// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import type { Authority } from "@/api/types";
import { patchAuthority, postAuthority } from "../calls";
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

const payTo = () => screen.getByLabelText<HTMLTextAreaElement>(/^Payment instructions/);

it("asks before the form is closed with unsaved input, and restores the draft", async () => {
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

it("saves a restored draft over the version that staff saw, not over a colleague's newer one", async () => {
  const authority = { id: 7, name: "Austin", kind: "city", alsoCalled: [] };
  function Editor() {
    const [version, setVersion] = useState(1);
    const [isOpen, setOpen] = useState(true);
    const edited = { ...authority, version } as unknown as Authority;
    if (isOpen)
      return <AuthorityDrawer open onOpenChange={setOpen} authority={edited} onMerge={null} />;
    const reopen = () => {
      setVersion(2);
      setOpen(true);
    };
    return (
      <button type="button" onClick={reopen}>
        Open again
      </button>
    );
  }
  serve(() => sessionResponse(STAFF));
  openScreen(<Editor />, { user: STAFF });
  fireEvent.change(payTo(), { target: { value: "ACH 2" } });
  fireEvent.keyDown(payTo(), { key: "Escape" });
  fireEvent.click(await screen.findByText("Leave and keep draft"));
  fireEvent.click(await screen.findByText("Open again"));
  await screen.findByText("We restored what you typed.");
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(patchAuthority).toHaveBeenCalled());
  expect(patchAuthority).toHaveBeenCalledWith(
    7,
    expect.objectContaining({ payTo: "ACH 2", version: 1 }),
  );
});
