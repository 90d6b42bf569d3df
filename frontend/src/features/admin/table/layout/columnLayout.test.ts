import { expect, test } from "vitest";
import type { Column } from "../columns";
import { shownIds } from "./columnLayout";

const column = (id: string): Column<object> => ({ id, title: id, cell: () => id });
const ALL = [column("id"), column("driver"), column("fee")];
const shown = (chosen: string[] | null) => [...shownIds(ALL, chosen)];

test("all columns are shown until somebody chooses", () => {
  expect(shown(null)).toEqual(["id", "driver", "fee"]);
});

test("what somebody chose is shown, and the first column always", () => {
  expect(shown(["fee"])).toEqual(["id", "fee"]);
  expect(shown([])).toEqual(["id"]);
});

test("a column that an address names and nobody knows is left out", () => {
  expect(shown(["driver", "nonsense"])).toEqual(["id", "driver"]);
});
