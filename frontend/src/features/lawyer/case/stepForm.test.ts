import { describe, expect, it } from "vitest";
import { checkStep, EMPTY_STEP, type StepValues, stepBody } from "./stepForm";

const NOW = new Date("2026-11-22T12:00:00");
const typed = (overrides: Partial<StepValues>) => ({ ...EMPTY_STEP, ...overrides });
const errors = (over: Partial<StepValues>) =>
  Object.entries(checkStep(typed(over), NOW)).flatMap(([name, text]) => (text ? [name] : []));

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
    [{ step: "deferred" }, []],
    [{ step: "decided" }, ["outcome"]],
    [{ step: "decided", outcome: "guilty" }, []],
    [{ step: "decided", outcome: "reduced" }, ["fine"]],
    [{ step: "decided", outcome: "reduced", points: "1" }, []],
    [{ step: "decided", outcome: "reduced", fine: "eighty" }, ["fine"]],
    [{ step: "decided", outcome: "guilty", points: "many" }, ["points"]],
  ])("%j is missing %j", (over, missing) => {
    expect(errors(over)).toEqual(missing);
  });
});

it("sends only the fields of the step", () => {
  const all = {
    note: " n ",
    courtDate: "2026-12-01",
    courtTime: "9 AM",
    fine: "80",
    until: "2027-01-01",
  };
  expect(stepBody(typed({ ...all, step: "appearance_filed" }), 2)).toEqual({
    step: "appearance_filed",
    note: "n",
    offenseClass: null,
    courtDate: null,
    courtTime: null,
    verdict: null,
    version: 2,
  });
  expect(stepBody(typed({ ...all, step: "court_date_set" }), 2)).toMatchObject({
    courtDate: "2026-12-01",
    courtTime: "9 AM",
  });
  expect(stepBody(typed({ ...all, step: "deferred" }), 2).verdict).toEqual({
    outcome: "deferred",
    fine: null,
    points: null,
    until: "2027-01-01",
    due: null,
  });
  expect(stepBody(typed({ step: "update", note: "n" }), 2).step).toBeNull();
});
