import { describe, expect, it } from "vitest";
import { ApiError, NetworkError } from "@/api/client";
import { signupBody, signupRefusal } from "./createAccount";
import { EMPTY } from "./fields";

const FAILED = {
  title: "Error",
  description: "Failed to create account. Username might already exist.",
};
const refused = (status: number, body: object) =>
  signupRefusal(new ApiError(status, "", JSON.stringify(body)));

describe("the payload", () => {
  it("has no confirmPassword and no empty options", () => {
    const values = {
      ...EMPTY,
      fullName: " Alex ",
      password: " spaces stay ",
      confirmPassword: "x",
    };
    expect(signupBody(values)).toEqual({
      fullName: "Alex",
      state: "",
      driversLicenseNumber: "",
      dateOfBirth: "",
      email: "",
      password: " spaces stay ",
    });
  });

  it("has the plate in capitals and the phone in digits", () => {
    const values = { ...EMPTY, vehicleLicensePlate: " 7abc123 ", phoneNumber: "(555) 123-4567" };
    expect(signupBody(values)).toMatchObject({
      vehicleLicensePlate: "7ABC123",
      phoneNumber: "5551234567",
    });
  });
});

describe("a refusal", () => {
  it("stands at the fields that the server names", () => {
    const fields = { password: "Too easy to guess", signupStep: "not ours" };
    expect(refused(422, { code: "invalid", message: "A field is wrong", fields })).toEqual({
      errors: { password: "Too easy to guess" },
    });
  });

  it("of a taken email stands at the email, and in the toast", () => {
    expect(refused(409, { code: "email_taken", message: "This email has an account" })).toEqual({
      errors: { email: "This email has an account" },
      toast: FAILED,
    });
  });

  it.each([500, 503, 422])("of another kind is the toast: %i", (status) => {
    expect(refused(status, { code: "x", message: "y" })).toEqual({ errors: {}, toast: FAILED });
  });

  it("says when there was no answer", () => {
    expect(signupRefusal(new NetworkError("down")).toast?.description).toBe(
      "Unable to connect to server. Please try again.",
    );
  });

  it("of too many tries is in the server's words", () => {
    expect(refused(429, { message: "Wait a minute." }).toast?.description).toBe("Wait a minute.");
  });
});
