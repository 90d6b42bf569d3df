// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { USER } from "@/testing/sampleRecords";
import { USER_COLUMNS } from "./userColumns";

it("lets a user name break after its punctuation", () => {
  const username = "mia_ann.diaz-lee@example.com";
  const column = USER_COLUMNS.find(({ id }) => id === "username");
  const { container } = render(column?.cell({ ...USER, username }));
  expect(container.innerHTML).toBe("mia_<wbr>ann.<wbr>diaz-<wbr>lee@<wbr>example.<wbr>com");
  expect(container.textContent).toBe(username);
});
