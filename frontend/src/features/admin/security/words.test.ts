import { describe, expect, it } from "vitest";
import { changed, inWords } from "../queue/trail/trail";
import { toneOfSeverity } from "./words";

describe("words of the trails", () => {
  it("says names as a person does", () => {
    expect(inWords("login_failed")).toBe("Login failed");
    expect(toneOfSeverity("critical")).toBe("bad");
    expect(toneOfSeverity("yet unknown" as "low")).toBe("neutral");
  });
  it("says what changed in one line", () => {
    expect(changed({ status: "Fine" }, { status: "Warning" })).toBe("status: Fine → Warning");
    expect(changed({}, { reason: "asked by phone" })).toBe("reason: asked by phone");
    expect(changed({ address: "203.0.113.9" }, {})).toBe("address: 203.0.113.9 → —");
    expect(changed({}, {})).toBe("");
  });
});
