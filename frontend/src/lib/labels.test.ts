import { describe, expect, it } from "vitest";
import { humanize, isKeyOf, lookUpLabel, keysOf } from "./labels";

const TABLE: Record<"Pending" | "Found", number> = { Pending: 1, Found: 2 };

describe("statuses and kinds", () => {
  it("shows statuses and kinds as plain text", () => {
    expect(humanize("login_failed")).toBe("Login failed");
    expect(humanize("traffic")).toBe("Traffic");
  });

  it("looks up labels in a table", () => {
    expect(lookUpLabel(TABLE, "Found")).toBe(2);
    expect(keysOf(TABLE)).toEqual(["Pending", "Found"]);
  });

  it("finds no label for an unknown value, even if it is the name of an inherited property", () => {
    for (const word of ["Lost", "constructor"]) {
      expect(lookUpLabel(TABLE, word as "Found")).toBeUndefined();
      expect(isKeyOf(TABLE, word)).toBe(false);
    }
  });
});
