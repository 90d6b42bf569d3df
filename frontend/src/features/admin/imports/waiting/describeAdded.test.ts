import { expect, it } from "vitest";
import { describeAdded } from "./describeAdded";

it.each([
  [{ filed: 1200, existing: 0 }, "1,200 added to the driver’s record."],
  [
    { filed: 0, existing: 1 },
    "0 added to the driver’s record. 1 already on file: on this or another driver’s record, or removed by staff.",
  ],
])(
  "says how many citations were added, and that one on file may be another driver's: %j",
  (result, text) => expect(describeAdded(result)).toBe(text),
);
