// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { Dialog } from "./Dialog";

function Screen() {
  const [isOpen, setOpen] = useState(false);
  const [isThere, setThere] = useState(true);
  return (
    <main>
      <h1>Account</h1>
      {isThere && (
        <button type="button" onClick={() => setOpen(true)}>
          Remove
        </button>
      )}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Remove it?"
        footer={
          <button
            type="button"
            onClick={() => {
              setThere(false);
              setOpen(false);
            }}
          >
            Yes
          </button>
        }
      />
    </main>
  );
}

/** Opens the dialog and clicks the button with this name. */
async function openAndClick(name: string) {
  const user = userEvent.setup();
  render(<Screen />);
  await user.click(screen.getByRole("button", { name: "Remove" }));
  await user.click(screen.getByRole("button", { name }));
}
const focused = (element: Element | null) =>
  waitFor(() => expect(document.activeElement).toBe(element));

it("returns the focus to the button that opened the dialog", async () => {
  await openAndClick("Close");
  await focused(screen.getByRole("button", { name: "Remove" }));
});

it("moves the focus to the page heading when the button that opened the dialog is gone", async () => {
  await openAndClick("Yes");
  await focused(screen.getByRole("heading", { name: "Account" }));
});
