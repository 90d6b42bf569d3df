import { describe, expect, it } from "vitest";
import { inWords, isWord, ofWord, wordsIn } from "./words";

const TABLE: Record<"Pending" | "Found", number> = { Pending: 1, Found: 2 };

describe("enum words", () => {
  it("are shown as plain text", () => {
    expect(inWords("login_failed")).toBe("Login failed");
    expect(inWords("traffic")).toBe("Traffic");
  });

  it("are found in a table that has all of them", () => {
    expect(ofWord(TABLE, "Found")).toBe(2);
    expect(wordsIn(TABLE)).toEqual(["Pending", "Found"]);
  });

  it("are not found if unknown, even if the name is an inherited property", () => {
    for (const word of ["Lost", "constructor"]) {
      expect(ofWord(TABLE, word as "Found")).toBeUndefined();
      expect(isWord(TABLE, word)).toBe(false);
    }
  });
});
