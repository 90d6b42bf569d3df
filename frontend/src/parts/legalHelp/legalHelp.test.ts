import { expect, test } from "vitest";
import { legalHelpIn } from "./legalHelp";

const RULES = [
  { state: "Florida", offered: false, guaranteeShown: false },
  { state: "New York", offered: true, guaranteeShown: false },
];

test.each([
  ["Florida", false, false],
  ["New York", true, false],
  ["Texas", true, true],
  [null, true, true],
])(
  "legal help for the state %s: offered %s, guarantee shown %s",
  (state, offered, guaranteeShown) => {
    expect(legalHelpIn(RULES, state)).toEqual({ offered, guaranteeShown });
  },
);
