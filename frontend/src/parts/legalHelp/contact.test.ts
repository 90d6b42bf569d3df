import { describe, expect, it } from "vitest";
import { checkContact, contactBody, NO_CONTACT, readContact } from "./contact";

describe("contact details", () => {
  it.each([
    [{ phone: "(555) 123-4567", email: "" }, "phone", "5551234567"],
    [{ phone: "", email: " a@b.co " }, "email", "a@b.co"],
    [{ phone: "(555) 123-4567", email: "a@b.co" }, "phone, email", "5551234567, a@b.co"],
  ])(
    "accepts contact details, and sends them as method and value: %j",
    (contact, contactMethod, contactValue) => {
      expect(checkContact(contact)).toBeNull();
      expect(contactBody(contact)).toEqual({ contactMethod, contactValue });
    },
  );

  it("requires a phone number or an email", () => {
    expect(checkContact({ phone: " ", email: "" })).toEqual({ form: NO_CONTACT });
  });

  it.each([
    [{ phone: "(555) 12", email: "a@b.co" }, "phone"],
    [{ phone: "", email: "a@b" }, "email"],
    [{ phone: "", email: "a@b.co, c@d.co" }, "email"],
  ])("reports the invalid field: %j", (contact, field) => {
    expect(checkContact(contact)).toHaveProperty(field);
  });

  it.each([
    ["phone, email", "5551234567, a@b.co", { phone: "(555) 123-4567", email: "a@b.co" }],
    ["email", "a@b.co", { phone: "", email: "a@b.co" }],
    [null, null, { phone: "", email: "" }],
  ])("reads contact details back from the stored method %s", (method, value, expected) => {
    expect(readContact(method, value)).toEqual(expected);
  });
});
