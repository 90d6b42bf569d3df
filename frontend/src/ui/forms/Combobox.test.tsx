// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { Combobox, type ComboOption } from "./Combobox";

const PEOPLE = ["Ana Souza", "Chris Park", "Sam Lee"].map((title, at) => ({
  value: String(at + 1),
  title,
}));

function Chooser({ onSelect }: { onSelect: (option: ComboOption) => void }) {
  const [query, setQuery] = useState("");
  const found = PEOPLE.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()));
  const selected = PEOPLE[1] ?? null;
  return <Combobox label="Driver" {...{ selected, options: found, onQuery: setQuery, onSelect }} />;
}

function setup() {
  const onSelect = vi.fn();
  render(<Chooser onSelect={onSelect} />);
  const field = screen.getByRole("combobox", { name: "Driver" });
  const active = () => document.getElementById(field.getAttribute("aria-activedescendant") ?? "");
  return { onSelect, field, active, user: userEvent.setup() };
}

it("shows what is selected, and opens a list that the arrows walk round", async () => {
  const { field, active, user } = setup();
  expect(field).toHaveProperty("value", "Chris Park");
  field.focus();
  await user.keyboard("{ArrowDown}");
  expect(field.getAttribute("aria-expanded")).toBe("true");
  expect(active()?.textContent).toBe("Ana Souza");
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(active()?.textContent).toBe("Sam Lee");
  await user.keyboard("{ArrowDown}");
  expect(active()?.textContent).toBe("Ana Souza");
  await user.keyboard("{ArrowUp}");
  expect(active()?.textContent).toBe("Sam Lee");
});

it("searches as one types, and Enter chooses", async () => {
  const { field, onSelect, user } = setup();
  await user.click(field);
  await user.keyboard("sam");
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
  await user.keyboard("{Enter}");
  expect(onSelect).toHaveBeenCalledWith(PEOPLE[2]);
  expect(field.getAttribute("aria-expanded")).toBe("false");
});

it("gives up on Escape, with the selection as it was", async () => {
  const { field, onSelect, user } = setup();
  await user.click(field);
  await user.keyboard("zzz{Escape}");
  expect(field).toHaveProperty("value", "Chris Park");
  expect(onSelect).not.toHaveBeenCalled();
});

it("says so when nobody is found", async () => {
  const { field, onSelect, user } = setup();
  await user.click(field);
  await user.keyboard("zzz");
  await screen.findByText("Nobody found");
  await user.keyboard("{Enter}");
  expect(onSelect).not.toHaveBeenCalled();
});
