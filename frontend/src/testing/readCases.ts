import { readFileSync } from "node:fs";

/** Reads a file of test cases that the server's tests read too (crates/domain/cases/README.md). */
export function readCases(file: string) {
  return JSON.parse(readFileSync(`../crates/domain/cases/${file}.json`, "utf8"));
}

/** The words for the cancellation window: the offer's claim, and a phrase within sentences. */
export const WINDOW_WORDS: { claim: string; phrase: string } =
  readCases("cancellation_window").words;
