import { describe, expect, it } from "vitest";
import { EMPTY, type SignupValues, STEPS } from "./fields";
import { checkAll, checkStep, firstWrongStep } from "./validation";

const GOOD: SignupValues = {
  ...EMPTY,
  fullName: "Alex Doe",
  state: "Texas",
  driversLicenseNumber: "D99",
  dateOfBirth: "1990-02-03",
  email: "alex@x.test",
  password: "quiet lamp orbit",
  confirmPassword: "quiet lamp orbit",
};
const with_ = (change: Partial<SignupValues>): SignupValues => ({ ...GOOD, ...change });

describe("Continue", () => {
  it.each([1, 2, 5])("checks nothing on step %i", (step) => {
    expect(checkStep(step, EMPTY)).toBeNull();
  });

  it("lets an empty phone pass, and asks for all of a begun one", () => {
    expect(checkStep(3, EMPTY)).toBeNull();
    expect(checkStep(3, with_({ phoneNumber: "(555) 123" }))?.errors).toHaveProperty("phoneNumber");
    expect(checkStep(3, with_({ phoneNumber: "(555) 123-4567" }))).toBeNull();
  });

  it.each<[Partial<SignupValues>, string[]]>([
    [
      { password: "", confirmPassword: "" },
      ["Password is required", "Please confirm your password"],
    ],
    [{ password: "" }, ["Password is required"]],
    [{ confirmPassword: "" }, ["Please confirm your password"]],
  ])("wants both passwords: %o", (change, messages) => {
    const refused = checkStep(4, with_(change));
    expect(Object.values(refused?.errors ?? {})).toEqual(messages);
    expect(refused?.toast).toEqual({
      title: "Missing Fields",
      description: "Please fill in both password fields",
    });
  });

  it("wants equal passwords", () => {
    expect(checkStep(4, with_({ confirmPassword: "quiet lamp orbiT" }))).toEqual({
      errors: { confirmPassword: "Passwords do not match" },
      toast: {
        title: "Password Mismatch",
        description: "Passwords do not match. Please try again.",
      },
    });
  });

  it("does not ask for the email yet, but says when it is none", () => {
    expect(checkStep(4, with_({ email: "" }))).toBeNull();
    expect(checkStep(4, with_({ email: "alex" }))?.errors).toHaveProperty("email");
  });

  it.each([
    ["123456789", false],
    ["1234567890", true],
    ["🚗".repeat(9), false],
    ["x".repeat(128), true],
    ["x".repeat(129), false],
  ])("wants 10 to 128 characters: %s", (password, fine) => {
    expect(checkStep(4, with_({ password, confirmPassword: password })) === null).toBe(fine);
  });
});

describe("Create Account", () => {
  it("takes what is complete; vehicle and phone are optional", () => {
    expect(checkAll(GOOD)).toBeNull();
  });

  it("lists everything that is missing, and says it at each field", () => {
    expect(checkAll(EMPTY)).toEqual({
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

  it("takes blanks for nothing", () => {
    expect(checkAll(with_({ fullName: "  " }))?.errors).toEqual({
      fullName: "Full name is required",
    });
  });

  it("says what is missing and that passwords differ at once", () => {
    expect(checkAll(with_({ state: "", confirmPassword: "other words here" }))?.errors).toEqual({
      state: "State is required",
      confirmPassword: "Passwords do not match",
    });
  });
});

it("leads to the first step with something to mend", () => {
  expect(firstWrongStep({ email: "x", phoneNumber: "x" })).toBe(3);
  expect(firstWrongStep({ confirmPassword: "x" })).toBe(4);
  expect(STEPS.map(({ title }) => title)).toEqual([
    "Personal Information",
    "Vehicle Information",
    "Contact Information",
    "Account Setup",
    "Review & Complete",
  ]);
});
