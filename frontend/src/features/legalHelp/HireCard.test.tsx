// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import type { LawyerHire } from "@/api/types";
import { HireCard } from "./HireCard";

const HIRE: LawyerHire = {
  id: 7,
  userId: 3,
  ticketId: 4,
  violationType: "Speeding",
  amount: "110.00",
  contactMethod: null,
  contactValue: null,
  confirmationNumber: "CONF-23456789AB",
  createdAt: "2026-11-20T12:00:00Z",
  recordedAt: "2026-11-20T12:00:00Z",
  cancelUntil: "2026-11-23T12:00:00Z",
  status: "Completed",
  paymentId: 5,
  refund: null,
  isTicketPaid: false,
  isSeenByAdmin: true,
  isSolved: false,
};

const shown = (hire: LawyerHire) =>
  render(<HireCard hire={hire} now={Date.parse("2026-11-26")} onChanged={() => {}} />, {
    wrapper: MemoryRouter,
  });

it("names the issuer and number of the ticket", () => {
  shown({ ...HIRE, issuer: "City of Austin", citationNumber: "AB-123" });
  expect(screen.getByText("Citation").nextSibling?.textContent).toBe("City of Austin AB-123");
});

it("has no line for a citation that isn't on file", () => {
  shown({ ...HIRE, issuer: null, citationNumber: null });
  expect(screen.queryByText("Citation")).toBeNull();
});
