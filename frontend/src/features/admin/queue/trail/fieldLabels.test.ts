import { describe, expect, it } from "vitest";
import { labelField, formatValue } from "./fieldLabels";
import { formatChange } from "./formatChange";

describe("audited fields", () => {
  it("shows the names of audited fields in plain English", () => {
    expect(labelField("licenseStatus")).toBe("License status");
    expect(labelField("processing_fee_type")).toBe("Processing fee type");
    expect(labelField("is_paid")).toBe("Paid");
    expect(labelField("isSeenByAdmin")).toBe("Seen by staff");
    expect(labelField("issuing_officer_agency")).toBe("Issuing officer or agency");
    expect(labelField("user_id")).toBe("User ID");
    expect(labelField("lastFourSSN")).toBe("SSN digits");
  });

  it("shows flags as Yes or No, and missing values as a dash", () => {
    expect(formatValue("true")).toBe("Yes");
    expect(formatValue("false")).toBe("No");
    expect(formatValue("Fine")).toBe("Fine");
    expect(formatValue("")).toBe("—");
    expect(formatValue(undefined)).toBe("—");
  });

  it("formats an audited change as one line", () => {
    expect(formatChange({ is_paid: "false" }, { is_paid: "true", note: "By check" })).toBe(
      "Paid: No → Yes; Note: By check",
    );
  });
});
