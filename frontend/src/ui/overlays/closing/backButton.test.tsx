// @vitest-environment jsdom
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode, useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { Dialog } from "../Dialog";

let index = 0;
/** Pushes a history entry with its own index, like the router does. */
const visit = (path: string) => {
  index += 1;
  history.pushState({ idx: index, key: path }, "", path);
};

beforeEach(() => visit("/before"));

/** A form that asks for confirmation before it closes with unsaved input. */
function Screen() {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={() => (typed ? setAsking(true) : setOpen(false))}
        title="Form"
      >
        <input aria-label="Note" value={typed} onChange={(event) => setTyped(event.target.value)} />
        <Dialog
          open={isAsking}
          onOpenChange={() => setAsking(false)}
          title="Leave without saving?"
          footer={
            <button
              type="button"
              onClick={() => {
                setAsking(false);
                setOpen(false);
              }}
            >
              Leave
            </button>
          }
        />
      </Dialog>
    </>
  );
}

async function openDialog() {
  visit("/screen");
  const user = userEvent.setup();
  render(
    <StrictMode>
      <Screen />
    </StrictMode>,
  );
  await user.click(screen.getByRole("button", { name: "Edit" }));
  await screen.findByRole("dialog", { name: "Form" });
  return user;
}
const goBack = () => act(() => history.back());
const waitUntilGone = (name: string) =>
  waitFor(() => expect(screen.queryByRole("dialog", { name })).toBeNull());
const waitForPath = (path: string) => waitFor(() => expect(location.pathname).toBe(path));

it("closes the dialog on the first Back and leaves the screen on the second", async () => {
  await openDialog();
  await goBack();
  await waitUntilGone("Form");
  expect(location.pathname).toBe("/screen");
  await goBack();
  await waitForPath("/before");
});

it("leaves the screen on the first Back after the dialog was closed with its button", async () => {
  const user = await openDialog();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitUntilGone("Form");
  await goBack();
  await waitForPath("/before");
});

it("adds one history entry for a dialog, no matter how often it is reopened", async () => {
  const user = await openDialog();
  const entries = history.length;
  for (let n = 0; n < 3; n += 1) {
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(screen.getByRole("button", { name: "Edit" }));
  }
  expect(history.length).toBe(entries);
  await goBack();
  await waitUntilGone("Form");
  expect(location.pathname).toBe("/screen");
});

it("asks before Back closes a dialog with typed text, and the next Back closes only the question", async () => {
  const user = await openDialog();
  await user.type(screen.getByLabelText("Note"), "late");
  await goBack();
  await screen.findByRole("dialog", { name: "Leave without saving?" });
  await goBack();
  await waitUntilGone("Leave without saving?");
  expect(screen.getByRole("dialog", { name: "Form" })).toBeTruthy();
  await goBack();
  await screen.findByRole("dialog", { name: "Leave without saving?" });
  await user.click(screen.getByRole("button", { name: "Leave" }));
  await waitUntilGone("Form");
  expect(location.pathname).toBe("/screen");
  await goBack();
  await waitForPath("/before");
});

it("shows the screen without the dialog after navigating away from inside that dialog and back", async () => {
  const user = await openDialog();
  act(() => visit("/next"));
  await user.click(screen.getByRole("button", { name: "Close" }));
  await goBack();
  await waitForPath("/screen");
  expect(screen.queryByRole("dialog")).toBeNull();
  await goBack();
  await waitForPath("/before");
});

it("skips a dialog's history entry that the screen has replaced", async () => {
  const user = await openDialog();
  await user.click(screen.getByRole("button", { name: "Close" }));
  history.replaceState({ idx: index, key: "filtered" }, "", "/screen?q=1");
  await goBack();
  await waitForPath("/before");
});

it("does not reopen the dialog on Forward", async () => {
  await openDialog();
  await goBack();
  await waitUntilGone("Form");
  act(() => history.forward());
  await waitFor(() => expect(history.state.dialogLevel).toBe(1));
  expect(screen.queryByRole("dialog")).toBeNull();
  await goBack();
  await waitForPath("/before");
});
