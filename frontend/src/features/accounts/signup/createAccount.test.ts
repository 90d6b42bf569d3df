import { describe, expect, it } from "vitest";
import { ApiError, NetworkError } from "@/api/client";
import { buildSignupBody, describeSignupRefusal } from "./createAccount";
import { EMPTY_VALUES } from "./fields";

const FAILED = {
  title: "Error",
  description: "Failed to create account. Username might already exist.",
};
const describeResponse = (status: number, body: object) =>
  describeSignupRefusal(new ApiError(status, "", JSON.stringify(body)));

describe("the request body", () => {
  it("sends no confirmPassword and no empty optional fields", () => {
    const values = {
      ...EMPTY_VALUES,
      fullName: " Alex ",
      password: " spaces stay ",
      confirmPassword: "x",
    };
    expect(buildSignupBody(values)).toEqual({
      fullName: "Alex",
      state: "",
      driversLicenseNumber: "",
      dateOfBirth: "",
      email: "",
      password: " spaces stay ",
    });
  });

  it("sends the plate in uppercase and the phone number as digits", () => {
    const values = {
      ...EMPTY_VALUES,
      vehicleLicensePlate: " 7abc123 ",
      phoneNumber: "(555) 123-4567",
    };
    expect(buildSignupBody(values)).toMatchObject({
      vehicleLicensePlate: "7ABC123",
      phoneNumber: "5551234567",
    });
  });
});

it("sends the day when the driver got the plate only if a plate is entered", () => {
  const dated = { ...EMPTY_VALUES, plateFrom: "2024-02-01" };
  expect(buildSignupBody(dated)).not.toHaveProperty("plateFrom");
  expect(buildSignupBody({ ...dated, vehicleLicensePlate: "7ABC123" })).toMatchObject({
    plateFrom: "2024-02-01",
  });
});

describe("a failed signup", () => {
  it("shows the server's errors at the sign-up fields, ignores other fields, and shows a toast", () => {
    const fields = { password: "Too easy to guess", signupStep: "not ours" };
    expect(describeResponse(422, { code: "invalid", message: "A field is wrong", fields })).toEqual(
      {
        errors: { password: "Too easy to guess" },
        toast: {
          title: "Error",
          description: "Failed to create account. Please check the marked fields.",
        },
      },
    );
  });

  it("shows the server's message about a taken email at the email field, and a toast", () => {
    expect(
      describeResponse(409, { code: "email_taken", message: "This email has an account" }),
    ).toEqual({
      errors: { email: "This email has an account" },
      toast: FAILED,
    });
  });

  it.each([500, 503, 422])("shows only a toast for status %i", (status) => {
    expect(describeResponse(status, { code: "x", message: "y" })).toEqual({
      errors: {},
      toast: FAILED,
    });
  });

  it("says that the server could not be reached", () => {
    expect(describeSignupRefusal(new NetworkError("down")).toast?.description).toBe(
      "Unable to connect to server. Please try again.",
    );
  });

  it("shows the server's message after too many attempts", () => {
    expect(describeResponse(429, { message: "Wait a minute." }).toast?.description).toBe(
      "Wait a minute.",
    );
  });
});
