import { expect, it } from "vitest";
import { describeAdded } from "./describeAdded";

it.each([
  [{ filed: 1200, existing: 0 }, "1,200 added to the driver’s record."],
  [
    { filed: 0, existing: 1 },
    "0 added to the driver’s record. 1 already on file: on this or another driver’s record, or removed by staff.",
  ],
])(
  "describes how many citations were added and how many were already on file: %j",
  (result, text) => expect(describeAdded(result)).toBe(text),
);
