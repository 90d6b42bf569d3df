import { expect, it } from "vitest";
import { checkNewPassword } from "./newPassword";

it.each([
  ["", "", { p: "Password is required" }],
  ["short", "short", { p: "Please use 10 to 128 characters" }],
  ["x".repeat(129), "x".repeat(129), { p: "Please use 10 to 128 characters" }],
  ["long-enough-1", "long-enough-2", { repetition: "Passwords do not match" }],
  ["long-enough-1", "", { repetition: "Passwords do not match" }],
  ["long-enough-1", "long-enough-1", {}],
  // A password of ten characters, which are twenty UTF-16 units.
  ["🚗".repeat(10), "🚗".repeat(10), {}],
])("returns the errors of the new password %j, repeated as %j", (password, again, expected) => {
  expect(checkNewPassword("p", { password, repetition: again })).toEqual(expected);
});
