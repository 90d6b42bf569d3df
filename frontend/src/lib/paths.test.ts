import { describe, expect, it } from "vitest";
import { files, paths, readSafeReturn } from "./paths";

describe("paths", () => {
  it("leaves out missing parameters and escapes values", () => {
    expect(paths.profile()).toBe("/driving-profile");
    expect(paths.profile({ user: 3 })).toBe("/driving-profile?user=3");
    expect(paths.login("/payment?type=toll&id=1")).toBe(
      "/login?next=%2Fpayment%3Ftype%3Dtoll%26id%3D1",
    );
    expect(paths.pay({ type: "parking", amount: "75.00", id: 4 })).toBe(
      "/payment?type=parking&amount=75.00&id=4",
    );
  });
});

describe("file URLs", () => {
  it("builds file URLs that match the server's endpoints", () => {
    expect(files.calendar("ticket", 7)).toBe("/api/tickets/7/calendar");
    expect(files.calendar("parking", 7)).toBe("/api/parking/7/calendar");
    expect(files.calendar("toll", 7)).toBe("/api/tolls/7/calendar");
    expect(files.receipt(7)).toBe("/api/payment-transactions/7/receipt");
    expect(files.hireReceipt(7)).toBe("/api/lawyer-hires/7/receipt");
  });
});

describe("the return path after login", () => {
  it.each(["/driving-profile", "/payment?type=ticket&amount=150&id=3", "/admin#x", "/?user=2"])(
    "returns to a page of this site after the login: %s",
    (next) => {
      expect(readSafeReturn(next)).toBe(next);
    },
  );

  it.each([
    null,
    "",
    "driving-profile",
    "//evil.test",
    "/\\evil.test",
    "/\t/evil.test",
    "/.//evil.test",
    "/x/..//evil.test",
    "https://evil.test/",
    "javascript:alert(1)",
    "/login?next=/x",
    "/signup",
    "/forgot-password",
    "/reset-password#token",
    "/confirm-email#token",
    "/",
    "/x/../login",
  ])("does not return to another site or a page for visitors after the login: %s", (next) => {
    expect(readSafeReturn(next)).toBeNull();
  });
});
