import { describe, expect, it } from "vitest";
import { humanize, isWord, lookUpWord, keysOf } from "./words";

const TABLE: Record<"Pending" | "Found", number> = { Pending: 1, Found: 2 };

describe("enum words", () => {
  it("are shown as plain text", () => {
    expect(humanize("login_failed")).toBe("Login failed");
    expect(humanize("traffic")).toBe("Traffic");
  });

  it("are looked up in a table of labels", () => {
    expect(lookUpWord(TABLE, "Found")).toBe(2);
    expect(keysOf(TABLE)).toEqual(["Pending", "Found"]);
  });

  it("have no label if unknown, even if the name is an inherited property", () => {
    for (const word of ["Lost", "constructor"]) {
      expect(lookUpWord(TABLE, word as "Found")).toBeUndefined();
      expect(isWord(TABLE, word)).toBe(false);
    }
  });
});
