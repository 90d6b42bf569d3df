// @vitest-environment jsdom
import { act, render, screen, waitFor } from "@testing-library/react";
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
  const matches = PEOPLE.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()));
  const selected = PEOPLE[1] ?? null;
  return (
    <Combobox label="Driver" {...{ selected, options: matches, onQuery: setQuery, onSelect }} />
  );
}

function renderChooser() {
  const onSelect = vi.fn();
  render(<Chooser onSelect={onSelect} />);
  const field = screen.getByRole("combobox", { name: "Driver" });
  const active = () => document.getElementById(field.getAttribute("aria-activedescendant") ?? "");
  return { onSelect, field, active, user: userEvent.setup() };
}

it("shows the selected option, and the arrow keys wrap around the list", async () => {
  const { field, active, user } = renderChooser();
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

it("searches while the user types, and Enter selects the option", async () => {
  const { field, onSelect, user } = renderChooser();
  await user.click(field);
  await user.keyboard("sam");
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
  await user.keyboard("{Enter}");
  expect(onSelect).toHaveBeenCalledWith(PEOPLE[2]);
  expect(field.getAttribute("aria-expanded")).toBe("false");
});

it("keeps the previous selection on Escape", async () => {
  const { field, onSelect, user } = renderChooser();
  await user.click(field);
  await user.keyboard("zzz{Escape}");
  expect(field).toHaveProperty("value", "Chris Park");
  expect(onSelect).not.toHaveBeenCalled();
});

it("shows a message when no option matches", async () => {
  const { field, onSelect, user } = renderChooser();
  await user.click(field);
  await user.keyboard("zzz");
  await screen.findByText("No matches");
  await user.keyboard("{Enter}");
  expect(onSelect).not.toHaveBeenCalled();
});

/**
 * Renders a combobox whose options arrive when the test calls `answer`. Until then, the combobox keeps the previous
 * options.
 */
function renderSlowSearch() {
  const onSelect = vi.fn();
  const onQueryCall = vi.fn();
  let answer = (_: readonly ComboOption[]) => {};
  function Slow() {
    const [options, setOptions] = useState<readonly ComboOption[]>(PEOPLE);
    const [loading, setLoading] = useState(false);
    answer = (found) => {
      setOptions(found);
      setLoading(false);
    };
    const onQuery = (query: string) => {
      setLoading(query !== "");
      onQueryCall(query);
    };
    return <Combobox label="Driver" selected={null} {...{ options, loading, onQuery, onSelect }} />;
  }
  render(<Slow />);
  return {
    onSelect,
    user: userEvent.setup(),
    hasSearched: (query: string) =>
      waitFor(() => expect(onQueryCall).toHaveBeenLastCalledWith(query)),
    answer: (found: readonly ComboOption[]) => act(() => answer(found)),
  };
}

it("selects the first result once it arrives if Enter was pressed during the search", async () => {
  const { onSelect, user, hasSearched, answer } = renderSlowSearch();
  await user.click(screen.getByRole("combobox"));
  await hasSearched("");
  await user.keyboard("sam{Enter}");
  await hasSearched("sam");
  expect(onSelect).not.toHaveBeenCalled();
  answer(PEOPLE.slice(2));
  expect(onSelect.mock.calls).toEqual([[PEOPLE[2]]]);
});

it.each([
  ["x", "samx"],
  ["{Escape}", "sam"],
  ["{Tab}", "sam"],
])("ignores an Enter that was pressed during the search if %s follows", async (key, query) => {
  const { onSelect, user, hasSearched, answer } = renderSlowSearch();
  await user.click(screen.getByRole("combobox"));
  await user.keyboard(`sam{Enter}${key}`);
  await hasSearched(query);
  answer(PEOPLE.slice(2));
  expect(onSelect).not.toHaveBeenCalled();
});

it("hides the previous options when the search fails", async () => {
  const none = { onQuery: () => undefined, onSelect: () => undefined };
  render(<Combobox label="Driver" selected={null} options={PEOPLE} failed {...none} />);
  await userEvent.setup().click(screen.getByRole("combobox"));
  await screen.findByText("The search didn’t work. Type again to retry.");
  expect(screen.queryByRole("option")).toBeNull();
});
