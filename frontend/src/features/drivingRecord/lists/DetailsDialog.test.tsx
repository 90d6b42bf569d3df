// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Ticket } from "@/api/types";
import { aTicket } from "@/testing/items";
import DetailsDialog from "./DetailsDialog";

const NOW = new Date("2026-11-10T12:00:00");

/** Every name with its value, as read. */
function facts(ticket: Ticket): Record<string, string> {
  render(<DetailsDialog open onOpenChange={() => {}} ticket={ticket} now={NOW} />);
  const names = [...document.querySelectorAll("dt")];
  return Object.fromEntries(
    names.map((name) => [name.textContent, name.nextElementSibling?.textContent ?? ""]),
  );
}

const headings = () => screen.getAllByRole("heading", { level: 3 }).map((h) => h.textContent);

describe("ticket details", () => {
  it("hide what is empty", () => {
    expect(facts(aTicket({ dueDate: null, courtDate: "2026-12-01" }))).toEqual({
      Type: "Speeding",
      "Issue Date": "10/20/2026",
      Location: "Main St",
      "Court Required": "No",
      Status: "Fine",
      Payment: "Unpaid",
      Disputed: "No",
    });
    expect(headings()).toEqual(["Violation Information", "Court Information", "Status & Payment"]);
  });

  it("show everything there is", () => {
    const shown = facts(
      aTicket({
        violationCode: "TX-545",
        timeOfViolation: "14:35",
        points: 2,
        issuingOfficerAgency: "Austin PD",
        isCourtRequired: true,
        courtDate: "2026-12-01",
        courtTime: "09:30 AM",
        isPaid: true,
        standing: "paid",
        paidAt: "2026-11-09T15:00:00",
        isDisputed: true,
        consequence: "Your license may be suspended.",
        thingsToKnow: "Ask for a plan, , Bring your papers ",
        evidenceProvided: "Radar",
      }),
    );
    expect(shown).toMatchObject({
      Code: "TX-545",
      "Time of Violation": "2:35\u00a0PM",
      "Due Date": "11/20/2026",
      Points: "2",
      "Issuing Officer/Agency": "Austin PD",
      "Court Required": "Yes",
      "Court Date": "12/01/2026",
      "Court Time": "9:30\u00a0AM, the court’s time",
      Payment: "Paid",
      Disputed: "Yes",
      Consequence: "Your license may be suspended.",
      "Evidence Provided": "Radar",
    });
    expect(headings()).toContain("Additional Information");
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Ask for a plan",
      "Bring your papers",
    ]);
  });
});
