import { describe, expect, it } from "vitest";
import type { ConfirmationFacts, LawyerHire, PaymentTransaction } from "@/api/types";
import { makeFallbackNumber, describeNextDue, receiptOf } from "./receipt";

const transaction: PaymentTransaction = {
  id: 1,
  userId: 2,
  ticketId: 7,
  itemId: 7,
  paymentType: "traffic_ticket",
  violationType: "Speeding",
  amount: "150.50",
  refunded: "0.00",
  paymentId: 9,
  processingFee: "2.99",
  ourFee: "2.99",
  confirmationNumber: "CONF-23456789AB",
  createdAt: "2026-11-20T10:00:00Z",
  recordedAt: "2026-11-20T10:00:00Z",
  status: "Completed",
};
const hire: LawyerHire = {
  id: 4,
  userId: 2,
  ticketId: 7,
  violationType: null,
  amount: "75.00",
  paymentId: 10,
  contactMethod: null,
  contactValue: null,
  confirmationNumber: "CONF-23456789AB",
  createdAt: "2026-11-20T10:00:00Z",
  recordedAt: "2026-11-20T10:00:00Z",
  status: "Pending",
  refund: null,
  refundAmount: "0.00",
  isTicketPaid: false,
  isSeenByAdmin: false,
  cancelUntil: "2026-11-24T05:00:00Z",
  isSolved: false,
  handling: "by_staff",
  caseStep: "hired",
  isLabelByStaff: false,
};
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
  receiptOf({ kind: "transaction", transaction: { ...transaction, ...part }, afterwards }, 0);

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
      receiptOf({ kind: "transaction", transaction, afterwards: unknown }, 0).location,
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
