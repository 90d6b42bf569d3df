import type { ItemOption, ItemOptions, SourcedText } from "@/api/types";

export const aSourcedText = (overrides: Partial<SourcedText> = {}): SourcedText => ({
  text: "In Texas, paying is recorded as a no-contest plea.",
  source: "Code of Criminal Procedure 27.14(c)",
  asOf: "November 2026",
  mark: "shown",
  ...overrides,
});

export const anOption = (overrides: Partial<ItemOption> = {}): ItemOption => ({
  kind: "pay",
  name: null,
  fit: "fits",
  latestDate: "2026-12-15",
  dateBasis: "notice",
  costNow: "150.00",
  costTotal: "150.00",
  addedPoints: 2,
  ownForm: null,
  facts: [],
  next: "pay",
  ...overrides,
});

/**
 * Default fields for an option other than paying or hiring a lawyer: cost and points are unknown, and the button opens
 * Help. Tests of options with another button override `next`.
 */
const UNKNOWN = { costNow: null, costTotal: null, addedPoints: null, next: "help" as const };

/** Returns an option to contest. By default, Lanewise can't start it. */
export const anOtherOption = (overrides: Partial<ItemOption> = {}): ItemOption =>
  anOption({ kind: "contest", ...UNKNOWN, ...overrides });

export const someOptions = (overrides: Partial<ItemOptions> = {}): ItemOptions => ({
  label: "Speeding",
  fine: "150.00",
  isEstimated: false,
  standing: "due",
  notPayable: null,
  hireId: null,
  awaitsLawyer: false,
  letterSentOn: null,
  isOwnFormSent: false,
  state: "Texas",
  place: "Texas",
  rulesFor: "traffic tickets in Texas",
  placeAuthority: "The court",
  noRules: null,
  terms: null,
  paying: aSourcedText(),
  hasPoints: true,
  ifIgnored: [],
  options: [anOption()],
  ...overrides,
});
