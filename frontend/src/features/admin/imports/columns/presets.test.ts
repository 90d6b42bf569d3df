import { expect, test } from "vitest";
import { appliedTo, presetOf } from "./presets";

const file = (...headers: string[]) => ({
  columns: headers.map((header) => ({ header, guess: null, samples: [], isUnclearState: false })),
  fields: ["plate", "amount", "date"].map((name) => ({ name, label: name, isRequired: false })),
});

test("a preset knows columns by their headers, wherever they stand", () => {
  const kept = presetOf("County", file("Tag", "Fine ", "Note"), ["plate", "amount", null], "30");
  expect(kept).toEqual({
    name: "County",
    meanings: { tag: "plate", fine: "amount" },
    dueDays: "30",
  });
  expect(appliedTo(file("fine", "Day", "TAG"), kept)).toEqual(["amount", null, "plate"]);
});

test("a preset gives each meaning once, and none that the file's kind does not have", () => {
  const kept = { name: "Odd", meanings: { a: "plate", b: "plate", c: "points" }, dueDays: "" };
  expect(appliedTo(file("a", "b", "c"), kept)).toEqual(["plate", null, null]);
});
