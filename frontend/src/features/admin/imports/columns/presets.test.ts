import { expect, test } from "vitest";
import { applyPreset, buildPreset } from "./presets";

const file = (...headers: string[]) => ({
  columns: headers.map((header) => ({ header, guess: null, samples: [], isUnclearState: false })),
  fields: ["plate", "amount", "date"].map((name) => ({ name, label: name, isRequired: false })),
});

test("a preset matches columns by their headers, in any order", () => {
  const kept = buildPreset("County", file("Tag", "Fine ", "Note"), ["plate", "amount", null], "30");
  expect(kept).toEqual({
    name: "County",
    meanings: { tag: "plate", fine: "amount" },
    dueDays: "30",
  });
  expect(applyPreset(file("fine", "Day", "TAG"), kept)).toEqual(["amount", null, "plate"]);
});

test("a preset uses each field once, and skips fields that the file kind doesn't have", () => {
  const kept = { name: "Odd", meanings: { a: "plate", b: "plate", c: "points" }, dueDays: "" };
  expect(applyPreset(file("a", "b", "c"), kept)).toEqual(["plate", null, null]);
});
