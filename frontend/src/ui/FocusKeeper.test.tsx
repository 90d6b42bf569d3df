// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { FocusKeeper } from "./FocusKeeper";

function List() {
  const [rows, setRows] = useState(["first", "second"]);
  return (
    <FocusKeeper className="list">
      {rows.map((row) => (
        <button key={row} type="button" onClick={() => setRows(rows.filter((one) => one !== row))}>
          Solve the {row}
        </button>
      ))}
    </FocusKeeper>
  );
}

it("moves the focus to the list when the clicked row disappears, and clicks no other row", async () => {
  const user = userEvent.setup();
  const { container } = render(<List />);
  screen.getByRole("button", { name: "Solve the first" }).focus();
  await user.keyboard("{Enter}{Enter}");
  expect(document.activeElement).toBe(container.querySelector(".list"));
  await user.tab();
  expect(document.activeElement?.textContent).toBe("Solve the second");
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(container.querySelector(".list"));
});
