// @vitest-environment jsdom
import { fireEvent, render } from "@testing-library/react";
import { expect, it } from "vitest";
import { Portrait } from "./Portrait";

it.each([
  ["Lena Ortiz", "LO"],
  ["Claire van der Whitmore", "CW"],
  ["Cher", "C"],
  ["", ""],
])("shows the initials of %j without a photo", (name, initials) => {
  const { container } = render(<Portrait name={name} photo={null} />);
  expect(container.textContent).toBe(initials);
});

it("shows the initials if the photo doesn't load", () => {
  const { container } = render(<Portrait name="Lena Ortiz" photo="/photo" />);
  const image = container.querySelector("img");
  expect(image?.getAttribute("src")).toBe("/photo");
  if (image) fireEvent.error(image);
  expect(container.textContent).toBe("LO");
});
