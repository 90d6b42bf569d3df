// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { zTicket } from "@/api/generated/zod.gen";
import type { Ticket } from "@/api/types";
import { anAppearance, aTicket } from "@/testing/sampleItems";
import { openScreen, serve, sessionResponse } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { addStyleTag, finishStyle } from "@/testing/styles";
import DetailsDialog from "./DetailsDialog";

const NOW = new Date("2026-11-10T12:00:00");

/** Renders the details and returns each label with its value. */
function readDetails(ticket: Ticket): Record<string, string> {
  render(<DetailsDialog open onOpenChange={() => {}} ticket={ticket} now={NOW} />);
  const names = [...document.querySelectorAll("dt")];
  return Object.fromEntries(
    names.map((name) => [name.textContent, name.nextElementSibling?.textContent ?? ""]),
  );
}

/** All ticket fields that hold free text or null. */
const TEXTS = Object.entries(zTicket.shape)
  .filter(([, field]) => field.safeParse(null).success && field.safeParse("Any text").success)
  .map(([name]) => name);

/** The default label of a field: `courtTime` becomes `Court Time`. */
const humanize = (name: string) =>
  name.replace(/[A-Z]/g, " $&").replace(/^./, (first) => first.toUpperCase());

const headings = () => screen.getAllByRole("heading", { level: 3 }).map((h) => h.textContent);

describe("ticket details", () => {
  it("hides empty fields", () => {
    expect(readDetails(aTicket({ dueDate: null, courtDate: "2026-12-01" }))).toEqual({
      "Citation Number": "No citation number on file",
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

  it("shows every field that has a value", () => {
    // Fields with a special format or label. The last fields have no line of their own in the
    // details.
    const special = {
      issuer: "City of Austin",
      violationCode: "TX-545",
      timeOfViolation: "14:35",
      issuingOfficerAgency: "Austin PD",
      courtTime: "09:30 AM",
      thingsToKnow: "Ask for a plan, , Bring your papers ",
      dueDate: "2026-11-20",
      courtDate: "2026-12-01",
      paidAt: "2026-11-09T15:00:00",
      notPayable: null,
      payNeedsConfirmation: null,
      authority: null,
      lawyerUnavailable: null,
    };
    const plain = TEXTS.filter((name) => !(name in special));
    expect(plain).toContain("consequence");
    const displayed = readDetails(
      aTicket({
        ...Object.fromEntries(plain.map((name) => [name, `The text of ${name}`])),
        ...special,
        points: 2,
        isCourtRequired: true,
        court: { id: 1, name: "Austin Court", state: "Texas", county: "Travis County" },
        isPaid: true,
        standing: "paid",
        isDisputed: true,
      }),
    );
    expect(displayed).toMatchObject({
      ...Object.fromEntries(plain.map((name) => [humanize(name), `The text of ${name}`])),
      "Issued By": "City of Austin",
      Code: "TX-545",
      "Time of Violation": "2:35\u00a0PM",
      "Due Date": "11/20/2026",
      Points: "2",
      "Issuing Officer/Agency": "Austin PD",
      "Court Required": "Yes",
      Court: "Austin Court",
      "Court County": "Travis County",
      "Court Date": "12/01/2026",
      "Court Time": "9:30\u00a0AM, court’s local time",
      Payment: "Paid",
      Disputed: "Yes",
    });
    expect(headings()).toContain("Additional Information");
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Ask for a plan",
      "Bring your papers",
    ]);
  });
});

it.each([
  [false, true],
  [true, false],
])("shows the due date as a chip unless the ticket is disputed: %s", (isDisputed, isShown) => {
  readDetails(aTicket({ isDisputed, dueDate: "2026-11-10" }));
  expect(screen.queryByText("Due today") !== null).toBe(isShown);
});

it.each<[string, Partial<Ticket>, string]>([
  [
    "paid, with a date",
    { isPaid: true, standing: "paid", courtDate: "2026-11-28", courtTime: "9:30 AM" },
    "Yes. Paying doesn’t cancel your court date. You must still appear on Nov 28, 9:30\u00a0AM.",
  ],
  [
    "paid, without a date",
    { isPaid: true, standing: "paid" },
    "Yes. Paying doesn’t cancel your court appearance. We don’t have the court date. Check your ticket or ask the court.",
  ],
  ["unpaid, with a date", { courtDate: "2026-11-28" }, "Yes"],
  [
    "unpaid, without a date",
    {},
    "Yes. We don’t have the court date. Check your ticket or ask the court.",
  ],
  ["not anymore, because staff waived it", {}, "No longer"],
])("says whether the driver must appear in court: %s", async (_what, overrides, text) => {
  const ticket = aTicket({ userId: USER.id, isCourtRequired: true, ...overrides });
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(USER);
    return path.startsWith("/api/court-appearances/")
      ? { body: text === "No longer" ? [] : [anAppearance(ticket)] }
      : undefined;
  });
  openScreen(<DetailsDialog open onOpenChange={() => {}} ticket={ticket} now={NOW} />);
  const label = await screen.findByText("You Must Appear");
  expect(label.nextElementSibling?.textContent).toBe(text);
});

it.each([true, false])(
  "links to the calendar file only if the ticket has an upcoming date: %s",
  (hasUpcomingDate) => {
    render(
      <DetailsDialog
        open
        onOpenChange={() => {}}
        ticket={aTicket({ hasUpcomingDate })}
        now={NOW}
      />,
    );
    expect(screen.queryByRole("link", { name: "Add to calendar" }) !== null).toBe(hasUpcomingDate);
  },
);

it.each<[string, Partial<Ticket>, string | null]>([
  ["can be written", {}, "Contest it yourself"],
  ["was sent", { letterSentOn: "2026-11-02", isDisputed: true }, "See your letter"],
  [
    "was sent before the ticket was decided",
    { mayContest: false, letterSentOn: "2026-11-02" },
    "See your letter",
  ],
  ["can't be written, because the ticket is decided", { mayContest: false }, null],
])("shows the correct link, if any, to a letter that %s", async (_what, overrides, text) => {
  serve(({ path }) => (path === "/api/session" ? sessionResponse(USER) : undefined));
  const ticket = aTicket({ userId: USER.id, ...overrides });
  openScreen(<DetailsDialog open onOpenChange={() => {}} ticket={ticket} now={NOW} />);
  await screen.findByText("Violation Information");
  if (text) expect(await screen.findByRole("link", { name: text })).toBeTruthy();
  const letters = screen
    .queryAllByRole("link")
    .filter((link) => /view=letter/.test(link.outerHTML));
  expect(letters).toHaveLength(text ? 1 : 0);
});

it("still shows the details when the payment trail fails to load", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  addStyleTag("MoneyTrail");
  readDetails(aTicket({ standing: "paid", isPaid: true, paidAt: "2026-11-09T15:00:00" }));
  await finishStyle("MoneyTrail", "error");
  await waitFor(() => expect(warn).toHaveBeenCalled());
  expect(screen.getByText("Violation Information")).toBeTruthy();
});
