import { describe, expect, it } from "vitest";
import { fieldText, valueText } from "./fields";
import { formatChange } from "./trail";

describe("audited fields", () => {
  it("shows names in plain English", () => {
    expect(fieldText("licenseStatus")).toBe("License status");
    expect(fieldText("processing_fee_type")).toBe("Processing fee type");
    expect(fieldText("is_paid")).toBe("Paid");
    expect(fieldText("isSeenByAdmin")).toBe("Seen by staff");
    expect(fieldText("issuing_officer_agency")).toBe("Issuing officer or agency");
    expect(fieldText("user_id")).toBe("User ID");
    expect(fieldText("lastFourSSN")).toBe("SSN digits");
  });

  it("shows flags as Yes or No, and missing values as a dash", () => {
    expect(valueText("true")).toBe("Yes");
    expect(valueText("false")).toBe("No");
    expect(valueText("Fine")).toBe("Fine");
    expect(valueText("")).toBe("—");
    expect(valueText(undefined)).toBe("—");
  });

  it("puts a change into one line", () => {
    expect(formatChange({ is_paid: "false" }, { is_paid: "true", note: "By check" })).toBe(
      "Paid: No → Yes; Note: By check",
    );
  });
});
