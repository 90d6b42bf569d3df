import { describe, expect, it } from "vitest";
import { humanize, isWord, lookUpWord, keysOf } from "./words";

const TABLE: Record<"Pending" | "Found", number> = { Pending: 1, Found: 2 };

describe("enum words", () => {
  it("are shown as plain text", () => {
    expect(humanize("login_failed")).toBe("Login failed");
    expect(humanize("traffic")).toBe("Traffic");
  });

  it("are found in a table that has all of them", () => {
    expect(lookUpWord(TABLE, "Found")).toBe(2);
    expect(keysOf(TABLE)).toEqual(["Pending", "Found"]);
  });

  it("are not found if unknown, even if the name is an inherited property", () => {
    for (const word of ["Lost", "constructor"]) {
      expect(lookUpWord(TABLE, word as "Found")).toBeUndefined();
      expect(isWord(TABLE, word)).toBe(false);
    }
  });
});
