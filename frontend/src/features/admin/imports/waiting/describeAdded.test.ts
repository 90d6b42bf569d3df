import { expect, it } from "vitest";
import { describeAdded } from "./describeAdded";

it.each([
  [{ filed: 1200, existing: 0 }, "1,200 added to the driver’s record."],
  [
    { filed: 0, existing: 1 },
    "0 added to the driver’s record. 1 already on file: on this or another driver’s record, or removed by staff.",
  ],
])("says that a citation on file may belong to another driver: %j", (result, text) =>
  expect(describeAdded(result)).toBe(text),
);
