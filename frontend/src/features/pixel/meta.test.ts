import { describe, expect, it } from "vitest";
import { pixelUrl } from "./meta";

const pageAt = (path: string) => new URL(`https://lanewise.example${path}`);
const query = async (...args: Parameters<typeof pixelUrl>) =>
  Object.fromEntries(new URL((await pixelUrl(...args)) ?? "x:").searchParams);

describe("events for Meta", () => {
  it("sends the event and the page without its query", async () => {
    expect(
      await query("7", { kind: "pageView" }, pageAt("/confirmation?payment_intent=pi_1")),
    ).toEqual({
      id: "7",
      ev: "PageView",
      dl: "https://lanewise.example/confirmation",
      noscript: "1",
    });
  });

  it("sends the value of a purchase in dollars", async () => {
    const params = await query("7", { kind: "purchase", cents: 9250 }, pageAt("/confirmation"));
    expect(params).toMatchObject({ ev: "Purchase", "cd[value]": "92.50", "cd[currency]": "USD" });
  });

  it("sends the email and phone of a signup hashed, for advanced matching", async () => {
    const event = { kind: "signupComplete", email: " Ann@Example.COM ", phone: "(555) 123-4567" };
    const params = await query("7", event as never, pageAt("/signup"));
    // The SHA-256 of "ann@example.com" and of "15551234567".
    expect(params["ud[em]"]).toBe(
      "71d4f55f72fa128dfb468a1a3901507c804b74316488744d769d7f4b16696476",
    );
    expect(params["ud[ph]"]).toBe(
      "d6736136ea896c1bfdc553e0e86e702c70d060d805696ca3e4e9e0961353860a",
    );
    expect(JSON.stringify(params)).not.toMatch(/ann|555/i);
  });

  it("leaves out an empty phone number", async () => {
    const event = { kind: "signupComplete", email: "a@b.example", phone: "" } as const;
    expect(await query("7", event, pageAt("/signup"))).not.toHaveProperty("ud[ph]");
  });

  it.each([
    ["signupStart", "SignupStart"],
    ["lead", "Lead"],
  ] as const)("sends the event %s under the name %s", async (kind, name) => {
    expect(await query("7", { kind }, pageAt("/signup"))).toMatchObject({ ev: name });
  });

  it("sends a custom event under its own name", async () => {
    expect(await query("7", { kind: "custom", name: "Help" }, pageAt("/"))).toMatchObject({
      ev: "Help",
    });
  });

  it.each([
    "/payment",
    "/payment/",
    "/payment?type=toll",
    "/admin",
    "/admin/users/7",
    "/Payment",
    "/%70ayment",
    "/reset-password",
    "/confirm-email",
  ])("sends no event from %s", async (path) => {
    expect(await pixelUrl("7", { kind: "pageView" }, pageAt(path))).toBeNull();
  });

  it("sends events from /payments, unlike from /payment", async () => {
    expect(await pixelUrl("7", { kind: "pageView" }, pageAt("/payments"))).not.toBeNull();
  });
});
