// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { focusFirstError } from "./Field";
import { PasswordField } from "./PasswordField";
import { TextField } from "./TextField";

it("connects the label, hint and error with the field for screen readers", () => {
  render(<TextField label="Email" hint="We never share it." error="Email is required" />);
  const field = screen.getByLabelText("Email");
  const described = (field.getAttribute("aria-describedby") ?? "").split(" ");
  const words = described.map((id) => document.getElementById(id)?.textContent);
  expect(words).toEqual(["Email is required", "We never share it."]);
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

it("has no aria-invalid and no description if there is neither an error nor a hint", () => {
  render(<TextField label="Email" />);
  const field = screen.getByLabelText("Email");
  expect(field.hasAttribute("aria-describedby")).toBe(false);
  expect(field.hasAttribute("aria-invalid")).toBe(false);
});

it("shows the password when the eye button is clicked", () => {
  render(<PasswordField label="Password" defaultValue="secret" />);
  const field = screen.getByLabelText("Password");
  expect(field).toHaveProperty("type", "password");
  screen.getByRole("button", { name: "Show password" }).click();
  return expect.poll(() => field.getAttribute("type")).toBe("text");
});

it("moves the focus to the first invalid field", async () => {
  const { container } = render(
    <div>
      <TextField label="Name" />
      <TextField label="State" error="State is required" />
      <TextField label="Email" error="Email is required" />
    </div>,
  );
  focusFirstError(container);
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText("State"));
});

it.each([
  ["01/02/1990", "1990-01-02"],
  [" 1/2/1990 ", "1990-01-02"],
  ["1990-01-02", "1990-01-02"],
  ["02/30/1990", ""],
  ["tomorrow", ""],
])("accepts a pasted date only if it is valid: %s", (text, expected) => {
  function Form() {
    const [date, setDate] = useState("");
    return (
      <TextField
        label="Date of birth"
        type="date"
        value={date}
        onChange={(event) => setDate(event.target.value)}
      />
    );
  }
  render(<Form />);
  const field = screen.getByLabelText("Date of birth");
  fireEvent.paste(field, { clipboardData: { getData: () => text } });
  expect(field).toHaveProperty("value", expected);
});
