import { describe, expect, it } from "vitest";
import type { ConfirmationFacts, PaymentTransaction } from "@/api/types";
import { aHire } from "@/testing/sampleCases";
import { aTransaction } from "@/testing/samplePayments";
import { makeFallbackNumber, describeNextDue, receiptOf } from "./receipt";

const hire = aHire({ id: 4, amount: "75.00" });
const afterwards: ConfirmationFacts = {
  card: { brand: "Visa", lastFour: "4242" },
  citationNumber: "AB-123",
  issuer: "City of Austin",
  trail: null,
  place: "I-95, Exit 4",
  left: 0,
  nextDueDate: null,
};
const receiptOfTransaction = (part: Partial<PaymentTransaction>) =>
  receiptOf({ kind: "transaction", transaction: aTransaction(part), afterwards }, 0);

describe("the confirmation's texts", () => {
  it.each([
    ["traffic_ticket", "Payment Confirmed", "Ticket ID"],
    ["parking", "Payment Confirmed", "Parking ticket ID"],
    ["toll", "Toll Payment Confirmed", "Toll ID"],
    ["something_new", "Payment Confirmed", "Item ID"],
  ])("has the title and item name for the payment type %s", (paymentType, title, itemName) => {
    expect(
      receiptOfTransaction({ paymentType: paymentType as PaymentTransaction["paymentType"] }),
    ).toMatchObject({
      title,
      itemName,
      badge: "Paid",
      citationNumber: "AB-123",
      issuer: "City of Austin",
      file: "/api/payment-transactions/1/receipt",
    });
  });

  it("leaves the amount out of a lawyer hire's details", () => {
    expect(receiptOf({ kind: "hire", hire, afterwards }, 0)).toMatchObject({
      title: "Lawyer Consultation Requested",
      badge: "Payment Approved",
      amount: "$75",
      showsAmount: false,
      card: "Visa ending in 4242",
      location: "I-95, Exit 4",
      file: "/api/lawyer-hires/4/receipt",
    });
  });

  it("leaves out an unknown location", () => {
    const unknown = { ...afterwards, place: null };
    expect(
      receiptOf({ kind: "transaction", transaction: aTransaction(), afterwards: unknown }, 0)
        .location,
    ).toBeNull();
  });

  it("generates a confirmation number only if the server sent none", () => {
    expect(receiptOfTransaction({}).confirmationNumber).toBe("CONF-23456789AB");
    expect(
      receiptOf(
        { kind: "hire", hire: { ...hire, confirmationNumber: "" }, afterwards },
        1_700_000_123_456,
      ),
    ).toHaveProperty("confirmationNumber", "CONF-123456");
    expect(makeFallbackNumber(1_700_000_000_042)).toBe("CONF-000042");
  });
});

describe("the next due item", () => {
  it.each([
    [0, null, "Your driving profile shows disputes, court dates and anything in progress."],
    [1, "2026-11-27", "1 item left. It is due Nov 27."],
    [8, "2026-11-27", "8 items left. The next is due Nov 27."],
    [8, "2026-11-23", "8 items left. The next is due Nov 23."],
    [3, "2027-01-05", "3 items left. The next is due Jan 5, 2027."],
    [8, "2026-11-08", "8 items left. The next was due Nov 8, 15 days ago."],
    [1, "2026-11-22", "1 item left. It was due Nov 22, 1 day ago."],
    [1, "2025-11-23", "1 item left. It was due Nov 23, 2025, 365 days ago."],
    [2, null, "2 items left. None has a due date."],
    [1, null, "1 item left. It has no due date."],
  ])("describes the next due item: %i left, due %s", (left, nextDueDate, text) => {
    expect(describeNextDue({ ...afterwards, left, nextDueDate }, new Date(2026, 10, 23, 18))).toBe(
      text,
    );
  });
});
