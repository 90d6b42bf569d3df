import { describe, expect, it } from "vitest";
import { formatChange } from "../queue/trail/formatChange";
import { actionText, subjectText } from "../queue/trail/auditLabels";
import { toneOfSeverity } from "./securityLabels";

describe("texts of the audit and security logs", () => {
  it("shows a severity in its color, or neutral if it is unknown", () => {
    expect(toneOfSeverity("critical")).toBe("bad");
    expect(toneOfSeverity("yet unknown" as "low")).toBe("neutral");
  });
  it("shows actions in plain English, also unknown ones", () => {
    expect(actionText("billed_again_asked")).toBe("Bill for a paid item reported");
    expect(actionText("yet_unknown")).toBe("Yet unknown");
    expect(subjectText("notice_reply")).toBe("Text reply");
  });
  it("formats an audited change as one line", () => {
    expect(formatChange({ status: "Fine" }, { status: "Warning" })).toBe("Status: Fine → Warning");
    expect(formatChange({}, { reason: "asked by phone" })).toBe("Reason: asked by phone");
    expect(formatChange({ address: "203.0.113.9" }, {})).toBe("Address: 203.0.113.9 → —");
    expect(formatChange({}, {})).toBe("");
  });
});
