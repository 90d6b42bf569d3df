import { expect, test } from "vitest";
import type { Column } from "../columns";
import { shownIds } from "./columnLayout";

const column = (id: string): Column<object> => ({ id, title: id, cell: () => id });
const ALL = [column("id"), column("driver"), column("fee")];
const shown = (chosen: string[] | null) => [...shownIds(ALL, chosen)];

test("shows all columns by default", () => {
  expect(shown(null)).toEqual(["id", "driver", "fee"]);
});

test("shows the chosen columns, and always the first column", () => {
  expect(shown(["fee"])).toEqual(["id", "fee"]);
  expect(shown([])).toEqual(["id"]);
});

test("ignores unknown columns in the URL", () => {
  expect(shown(["driver", "nonsense"])).toEqual(["id", "driver"]);
});
