import { describe, expect, it } from "vitest";
import {
  checkStep,
  EMPTY_STEP,
  emptyStep,
  NO_DOCUMENTS,
  type StepValues,
  stepBody,
} from "./stepForm";

const NOW = new Date("2026-11-22T12:00:00");
const typed = (overrides: Partial<StepValues>) => ({ ...EMPTY_STEP, ...overrides });
const errors = (overrides: Partial<StepValues>) =>
  Object.entries(checkStep(typed(overrides), { files: [], isPending: true }, NOW)).flatMap(
    ([name, text]) => (text ? [name] : []),
  );

describe("checking a step", () => {
  it.each<[Partial<StepValues>, string[]]>([
    [{}, ["step"]],
    [{ step: "appearance_filed" }, []],
    [{ step: "update" }, ["note"]],
    [{ step: "update", note: "Still waiting." }, []],
    [{ step: "offer_pending" }, ["note"]],
    [{ step: "court_date_set" }, ["courtDate"]],
    [{ step: "court_date_set", courtDate: "2026-11-21" }, ["courtDate"]],
    [{ step: "court_date_set", courtDate: "2026-11-22" }, []],
    [{ step: "deferred" }, ["until"]],
    [{ step: "deferred", until: "2026-11-21" }, ["until"]],
    [{ step: "deferred", until: "2026-11-22" }, []],
    [{ step: "decided", outcome: "guilty", points: "11" }, []],
    [{ step: "decided", outcome: "guilty", points: "12" }, ["points"]],
    [{ step: "decided" }, ["outcome"]],
    [{ step: "decided", outcome: "guilty" }, []],
    [{ step: "decided", outcome: "reduced" }, ["fine"]],
    [{ step: "decided", outcome: "reduced", points: "1" }, []],
    [{ step: "decided", outcome: "reduced", fine: "eighty" }, ["fine"]],
    [{ step: "decided", outcome: "guilty", points: "many" }, ["points"]],
    [{ step: "decided", outcome: "dismissed", points: "many" }, []],
  ])("for the form %j, reports the missing or invalid fields %j", (overrides, missing) => {
    expect(errors(overrides)).toEqual(missing);
  });
});

it.each([
  ["decided", NO_DOCUMENTS, true],
  ["deferred", NO_DOCUMENTS, true],
  ["decided", { files: [4], isPending: false }, false],
  ["appearance_filed", NO_DOCUMENTS, false],
])("requires the court's document for the step %s with %j: %s", (step, documents, isMissing) => {
  const { files } = checkStep(typed({ step, outcome: "guilty" }), documents, NOW);
  expect(files !== undefined).toBe(isMissing);
});

it("sends the court's document as pending only for a decision without a document", () => {
  const pending = (step: string, files: number[]) =>
    stepBody(typed({ step, outcome: "guilty" }), { files, isPending: true }, 2);
  expect(pending("decided", [])).toMatchObject({ files: [], isDocumentPending: true });
  expect(pending("decided", [4])).toMatchObject({ files: [4], isDocumentPending: false });
  expect(pending("appearance_filed", []).isDocumentPending).toBe(false);
});

it("sends only the fields that belong to the recorded step", () => {
  const all = {
    note: " n ",
    courtDate: "2026-12-01",
    courtTime: "9 AM",
    mustDriverCome: "no",
    fine: "80",
    until: "2027-01-01",
  };
  expect(stepBody(typed({ ...all, step: "appearance_filed" }), NO_DOCUMENTS, 2)).toEqual({
    step: "appearance_filed",
    note: "n",
    offenseClass: null,
    courtDate: null,
    courtTime: null,
    mustDriverCome: null,
    verdict: null,
    files: [],
    isDocumentPending: false,
    version: 2,
  });
  expect(stepBody(typed({ ...all, step: "court_date_set" }), NO_DOCUMENTS, 2)).toMatchObject({
    courtDate: "2026-12-01",
    courtTime: "9 AM",
    mustDriverCome: false,
  });
  expect(stepBody(typed({ ...all, step: "deferred" }), NO_DOCUMENTS, 2).verdict).toEqual({
    outcome: "deferred",
    fine: null,
    points: null,
    until: "2027-01-01",
    due: null,
  });
  expect(stepBody(typed({ step: "update", note: "n" }), NO_DOCUMENTS, 2).step).toBeNull();
});

it.each([
  ["infraction", "no"],
  ["misdemeanor", "yes"],
  ["unknown", "yes"],
] as const)(
  "proposes whether the driver must come to court for an offense of class %s: %s",
  (legalCase, expected) => {
    expect(emptyStep(legalCase).mustDriverCome).toBe(expected);
  },
);

it("sends no fine, points or due date with a dismissal", () => {
  const terms = { fine: "80", points: "2", due: "2026-12-01" };
  const body = (outcome: string) =>
    stepBody(typed({ step: "decided", outcome, ...terms }), NO_DOCUMENTS, 2).verdict;
  expect(body("guilty")).toMatchObject({ fine: "80.00", points: 2, due: "2026-12-01" });
  expect(body("dismissed")).toMatchObject({ fine: null, points: null, due: null });
});
