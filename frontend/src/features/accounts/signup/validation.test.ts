import { describe, expect, it } from "vitest";
import { EMPTY_VALUES, type SignupValues, STEPS } from "./fields";
import { checkAll, checkStep, firstInvalidStep } from "./validation";

const VALID: SignupValues = {
  ...EMPTY_VALUES,
  fullName: "Alex Doe",
  state: "Texas",
  driversLicenseNumber: "D99",
  dateOfBirth: "1990-02-03",
  email: "alex@x.test",
  password: "quiet lamp orbit",
  confirmPassword: "quiet lamp orbit",
};
const withChange = (change: Partial<SignupValues>): SignupValues => ({ ...VALID, ...change });

describe("the Continue button", () => {
  it.each([1, 2, 5])("checks nothing on step %i", (step) => {
    expect(checkStep(step, EMPTY_VALUES)).toBeNull();
  });

  it("accepts an empty phone number and rejects an incomplete one", () => {
    expect(checkStep(3, EMPTY_VALUES)).toBeNull();
    expect(checkStep(3, withChange({ phoneNumber: "(555) 123" }))?.errors).toHaveProperty(
      "phoneNumber",
    );
    expect(checkStep(3, withChange({ phoneNumber: "(555) 123-4567" }))).toBeNull();
  });

  it.each<[Partial<SignupValues>, string[]]>([
    [
      { password: "", confirmPassword: "" },
      ["Password is required", "Please confirm your password"],
    ],
    [{ password: "" }, ["Password is required"]],
    [{ confirmPassword: "" }, ["Please confirm your password"]],
  ])("asks for the missing password or its repetition: %o", (change, messages) => {
    const refused = checkStep(4, withChange(change));
    expect(Object.values(refused?.errors ?? {})).toEqual(messages);
    expect(refused?.toast).toEqual({
      title: "Missing Fields",
      description: "Please fill in both password fields",
    });
  });

  it("refuses passwords that differ", () => {
    expect(checkStep(4, withChange({ confirmPassword: "quiet lamp orbiT" }))).toEqual({
      errors: { confirmPassword: "Passwords do not match" },
      toast: {
        title: "Password Mismatch",
        description: "Passwords do not match. Please try again.",
      },
    });
  });

  it("accepts the account step without an email, but rejects an invalid email", () => {
    expect(checkStep(4, withChange({ email: "" }))).toBeNull();
    expect(checkStep(4, withChange({ email: "alex" }))?.errors).toHaveProperty("email");
  });

  it.each([
    ["123456789", false],
    ["1234567890", true],
    ["🚗".repeat(9), false],
    ["x".repeat(128), true],
    ["x".repeat(129), false],
  ])("requires a password of 10 to 128 characters: %s", (password, isValid) => {
    expect(checkStep(4, withChange({ password, confirmPassword: password })) === null).toBe(
      isValid,
    );
  });
});

describe("the Create Account button", () => {
  it("accepts complete values without a vehicle or phone", () => {
    expect(checkAll(VALID)).toBeNull();
  });

  it("lists all missing fields, and shows an error at each", () => {
    expect(checkAll(EMPTY_VALUES)).toEqual({
      errors: {
        fullName: "Full name is required",
        state: "State is required",
        driversLicenseNumber: "Driver's license number is required",
        dateOfBirth: "Date of birth is required",
        email: "Email is required",
        password: "Password is required",
        confirmPassword: "Please confirm your password",
      },
      toast: {
        title: "Missing Required Fields",
        description:
          "Please fill in: Full Name, State, Driver's License Number, Date of Birth, Email, Password, Verify Password",
      },
    });
  });

  it("treats spaces as an empty value", () => {
    expect(checkAll(withChange({ fullName: "  " }))?.errors).toEqual({
      fullName: "Full name is required",
    });
  });

  it("reports missing fields and different passwords together", () => {
    expect(
      checkAll(withChange({ state: "", confirmPassword: "other words here" }))?.errors,
    ).toEqual({
      state: "State is required",
      confirmPassword: "Passwords do not match",
    });
  });
});

it("lists the five steps, and finds the first step with an error", () => {
  expect(firstInvalidStep({ email: "x", phoneNumber: "x" })).toBe(3);
  expect(firstInvalidStep({ confirmPassword: "x" })).toBe(4);
  expect(STEPS.map(({ title }) => title)).toEqual([
    "Personal Information",
    "Vehicle Information",
    "Contact Information",
    "Account Setup",
    "Review & Complete",
  ]);
});
