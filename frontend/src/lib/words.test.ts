import { describe, expect, it } from "vitest";
import { inWords, isWord, ofWord, wordsIn } from "./words";

const TABLE: Record<"Pending" | "Found", number> = { Pending: 1, Found: 2 };

describe("words of state", () => {
  it("are said as a person does", () => {
    expect(inWords("login_failed")).toBe("Login failed");
    expect(inWords("traffic")).toBe("Traffic");
  });

  it("are looked up in a table of all of them", () => {
    expect(ofWord(TABLE, "Found")).toBe(2);
    expect(wordsIn(TABLE)).toEqual(["Pending", "Found"]);
  });

  it("may be of tomorrow, and are then nothing that the table has, or inherits", () => {
    for (const word of ["Lost", "constructor"]) {
      expect(ofWord(TABLE, word as "Found")).toBeUndefined();
      expect(isWord(TABLE, word)).toBe(false);
    }
  });
});
