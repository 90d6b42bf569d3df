// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "@/api/client";
import { TextField } from "@/ui/forms/TextField";
import { SubmitForm } from "./SubmitForm";
import { type Explain, failureText, useSubmit } from "./useSubmit";

const refusal = (fields: Record<string, string>) =>
  new ApiError(422, "", JSON.stringify({ message: "Check the fields.", fields }));

function Form({ work, explain }: { work: () => Promise<unknown>; explain?: Explain }) {
  const [name, setName] = useState("Ann");
  const [plate, setPlate] = useState("");
  const submit = useSubmit(
    () => ({ name: name ? undefined : "Name is required" }),
    work,
    ...(explain ? [explain] : []),
  );
  return (
    <SubmitForm submit={submit}>
      <TextField label="Name" {...submit.bind("name", name, setName)} />
      <TextField label="Plate" {...submit.bind("plate", plate, setPlate)} />
      <button type="submit">{submit.busy ? "Saving" : "Save"}</button>
    </SubmitForm>
  );
}

const send = () => fireEvent.click(screen.getByRole("button"));
const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });

it("sends nothing while a field is invalid, and focuses that field", async () => {
  const work = vi.fn(async () => undefined);
  render(<Form work={work} />);
  fireEvent.change(field("Name"), { target: { value: "" } });
  send();
  await waitFor(() => expect(document.activeElement).toBe(field("Name")));
  screen.getByText("Name is required");
  expect(work).not.toHaveBeenCalled();
});

it("sends the form only once while a call is running, and keeps the input when the call fails", async () => {
  let fail: (error: Error) => void = () => undefined;
  const work = vi.fn(() => new Promise((_, reject) => (fail = reject)));
  render(<Form work={work} />);
  fireEvent.change(field("Plate"), { target: { value: "LNW-1" } });
  send();
  send();
  await screen.findByText("Saving");
  expect(work).toHaveBeenCalledOnce();
  fail(new Error("down"));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "We couldn’t tell whether that worked. Please check before you try again.",
  );
  expect(field("Plate").value).toBe("LNW-1");
  screen.getByText("Save");
});

it.each([
  [
    "a server failure",
    502,
    "We couldn’t tell whether that worked. Please check before you try again.",
  ],
  ["a refusal", 400, "That didn’t work. Please try again."],
])("says after %s without a message whether something may have changed", (_what, status, text) => {
  expect(failureText(new ApiError(status, "", "<!doctype html>"))).toBe(text);
});

it("shows the server's error at its field until the field is edited", async () => {
  render(<Form work={() => Promise.reject(refusal({ plate: "Plate is too long" }))} />);
  send();
  await waitFor(() => expect(document.activeElement).toBe(field("Plate")));
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.change(field("Plate"), { target: { value: "LNW-1" } });
  expect(screen.queryByText("Plate is too long")).toBeNull();
});

it("shows the server's error above the form if no field shows it", async () => {
  render(<Form work={() => Promise.reject(refusal({ state: "State is unknown" }))} />);
  send();
  expect((await screen.findByRole("alert")).textContent).toBe("State is unknown");
});

it("shows the form's own explanation of an error, or nothing if the form handled the error", async () => {
  const explain = vi.fn<Explain>(() => ({ failure: "Not now", fields: { plate: "Taken" } }));
  render(<Form work={() => Promise.reject(new Error("down"))} explain={explain} />);
  send();
  expect((await screen.findByRole("alert")).textContent).toBe("Not now");
  screen.getByText("Taken");
  explain.mockReturnValue(null);
  send();
  await waitFor(() => expect(explain).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("stays busy after success if another screen is opening", async () => {
  const work = vi.fn(async () => "leaving");
  render(<Form work={work} />);
  send();
  await screen.findByText("Saving");
  send();
  expect(work).toHaveBeenCalledOnce();
});

const TITLES = { refused: "Nothing was changed", unclear: "We couldn’t confirm the change" };

function TitledForm({ error }: { error: unknown }) {
  const submit = useSubmit(
    () => ({}),
    () => Promise.reject(error),
    () => "The text.",
  );
  return (
    <SubmitForm submit={submit} failureTitle={TITLES}>
      <button type="submit">Save</button>
    </SubmitForm>
  );
}

it.each([
  ["a conflict", new ApiError(409, "", ""), TITLES.refused],
  ["an invalid field that the form doesn't show", refusal({ other: "No." }), TITLES.refused],
  ["a server failure", new ApiError(502, "", ""), TITLES.unclear],
  ["no response", new NetworkError("down"), TITLES.unclear],
  ["an unreadable response", new Error("invalid shape"), TITLES.unclear],
])("says that nothing was changed only if the server refused: %s", async (_what, error, title) => {
  render(<TitledForm error={error} />);
  send();
  expect((await screen.findByRole("alert")).textContent).toBe(`${title}The text.`);
});
