import { describe, expect, it } from "vitest";
import { changed } from "../queue/trail/trail";
import { actionText, subjectText } from "../queue/trail/words";
import { toneOfSeverity } from "./words";

describe("words of the trails", () => {
  it("says how grave a thing is, and nothing of what is not known yet", () => {
    expect(toneOfSeverity("critical")).toBe("bad");
    expect(toneOfSeverity("yet unknown" as "low")).toBe("neutral");
  });
  it("says actions in plain English, and one of a newer server as it comes", () => {
    expect(actionText("billed_again_asked")).toBe("Billed again reported");
    expect(actionText("yet_unknown")).toBe("Yet unknown");
    expect(subjectText("notice_reply")).toBe("Text reply");
  });
  it("says what changed in one line", () => {
    expect(changed({ status: "Fine" }, { status: "Warning" })).toBe("status: Fine → Warning");
    expect(changed({}, { reason: "asked by phone" })).toBe("reason: asked by phone");
    expect(changed({ address: "203.0.113.9" }, {})).toBe("address: 203.0.113.9 → —");
    expect(changed({}, {})).toBe("");
  });
});
