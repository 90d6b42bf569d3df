import { expect, test } from "vitest";
import { legalHelpRuleFor } from "./legalHelp";

const RULES = [
  { state: "Florida", offered: false, guaranteeShown: false, claimsShown: false },
  { state: "New York", offered: true, guaranteeShown: false },
  { state: "Ohio", offered: true, guaranteeShown: true, claimsShown: false },
];

test.each([
  ["Florida", false, false, false],
  ["New York", true, false, true],
  ["Ohio", true, true, false],
  ["Texas", true, true, true],
  [null, true, true, true],
])(
  "legal help for the state %s: offered %s, guarantee shown %s, claims shown %s",
  (state, offered, guaranteeShown, claimsShown) => {
    expect(legalHelpRuleFor(RULES, state)).toEqual({ offered, guaranteeShown, claimsShown });
  },
);
