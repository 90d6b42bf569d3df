import { expect, test } from "vitest";
import type { SourceRun } from "@/api/types";
import { describeResult, stateOf } from "./runTexts";

const RUN: SourceRun = {
  id: 1,
  reason: "daily",
  byName: null,
  startedAt: "2026-11-15T08:00:00Z",
  endedAt: "2026-11-15T08:01:00Z",
  waitsUntil: null,
  plates: 3,
  calls: 1,
  rows: 0,
  filed: 0,
  changed: 0,
  settled: 0,
  queued: 0,
  unreadable: 0,
  trouble: null,
  words: [],
};

test.each<[string, Partial<SourceRun>, string, string]>([
  ["done without news", {}, "Done", "Nothing new"],
  [
    "done with news",
    { filed: 1_200, queued: 1, unreadable: 1 },
    "Done",
    "1,200 new, 1 to review, 1 unusable row",
  ],
  ["failed", { trouble: "columns_changed" }, "City changed its columns", "Nothing was changed"],
  ["failed after some records", { trouble: "slow", filed: 2 }, "Timed out", "2 new"],
  ["in progress", { endedAt: null }, "Checking", "—"],
  ["in progress after a failure", { endedAt: null, trouble: "nonsense" }, "Checking", "—"],
  [
    "waiting",
    { endedAt: null, waitsUntil: "2026-11-15T09:00:00Z", settled: 1 },
    "Waiting",
    "1 settled",
  ],
])(
  "describes the state and result of a run of a data source: %s",
  (_, overrides, state, result) => {
    const run = { ...RUN, ...overrides };
    expect([stateOf(run).word, describeResult(run)]).toEqual([state, result]);
  },
);
