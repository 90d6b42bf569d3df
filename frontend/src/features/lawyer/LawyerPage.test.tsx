// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { LegalCase } from "@/api/types";
import { aCase, NO_CORRESPONDENCE } from "@/testing/sampleCases";
import {
  type FakeResponse,
  LAWYER,
  openScreen,
  STAFF,
  serve,
  sessionResponse,
} from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import LawyerPage from "./LawyerPage";

const LIST = "/api/lawyer/cases";
const ONE = "/api/lawyer/cases/7";

const OFFERED = aCase({
  step: "offered",
  lawyer: null,
  driver: { name: "Alex Doe", phone: null, email: null, contactMethod: null, contactValue: null },
  citation: { ...aCase().citation, fine: null, dueDate: null, location: null, points: null },
  offenseClass: "unknown",
  answerBy: "2026-11-24T22:00:00Z",
  next: null,
  actions: ["accept", "decline"],
});
const ACCEPTED = aCase({
  actions: ["send_agreement", "record_step", "withdraw"],
  nextSteps: ["appearance_filed"],
});

type Answers = Record<string, () => FakeResponse>;

/** Opens a page of the lawyer. `answers` gives the responses by method and path. */
function renderPage(address: string, answers: Answers, user = LAWYER) {
  const requests = serve(({ method, path }) => {
    if (path === "/api/session") return sessionResponse(user);
    return answers[method === "GET" ? path : `${method} ${path}`]?.();
  });
  openScreen(<LawyerPage />, { user, at: address });
  return { posted: () => requests.filter(({ method }) => method === "POST"), requests };
}

const answer = (body: unknown) => () => ({ body });
const clickButton = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const dialog = async () => within(await screen.findByRole("dialog"));

beforeEach(() => vi.stubGlobal("scrollTo", () => {}));

it.each([
  ["drivers", USER],
  ["staff", STAFF],
])("shows %s that the page is for lawyers only, and loads nothing", async (_, user) => {
  const { requests } = renderPage("/lawyer", {}, user);
  await screen.findByText("This area is for lawyers");
  expect(requests.filter(({ path }) => path !== "/api/session")).toEqual([]);
});

it("says that there are no cases yet", async () => {
  renderPage("/lawyer", { [LIST]: answer([]) });
  await screen.findByText("No cases yet");
});

it("shows an error with a retry button if the list doesn't load", async () => {
  let fails = true;
  renderPage("/lawyer", { [LIST]: () => (fails ? null : { body: [ACCEPTED] }) });
  await screen.findByText("This didn’t load");
  fails = false;
  clickButton("Try again");
  await screen.findByRole("link", { name: "Alex Doe" });
});

it("lists offered, open and closed cases in groups, and the deadline and next task of an open case", async () => {
  renderPage("/lawyer", {
    [LIST]: answer([
      { ...ACCEPTED, id: 1, updateDue: "2020-01-01T00:00:00Z" },
      { ...ACCEPTED, id: 4, acceptBy: "2099-01-01T12:00:00Z" },
      { ...OFFERED, id: 2, answerBy: "2099-01-01T12:00:00Z" },
      aCase({ id: 3, step: "closed" }),
    ]),
  });
  const offered = within(await screen.findByRole("region", { name: "Offered to you" }));
  expect(offered.getByRole("link").getAttribute("href")).toBe("/lawyer/cases/2");
  const own = within(screen.getByRole("region", { name: "Your cases" }));
  expect(offered.getByText(/^Answer by Thu, Jan 1, 2099, /)).toBeTruthy();
  expect(own.getAllByText("Accepted by you")).toHaveLength(2);
  expect(own.getByText(/^Overdue since/)).toBeTruthy();
  // Only a case with a deadline ends if the agreement isn't signed.
  expect(own.getByText("Send the agreement.")).toBeTruthy();
  expect(
    own.getByText(
      "Send the agreement. If the driver hasn’t signed it by the deadline, the case ends.",
    ),
  ).toBeTruthy();
  expect(own.getByText(/^Signature by Thu, Jan 1, 2099, /)).toBeTruthy();
  expect(own.getAllByText("Speeding · Austin Municipal Court, Texas · AB-123")).toHaveLength(2);
  const closed = within(screen.getByRole("region", { name: "Closed" }));
  expect(closed.getByRole("link").getAttribute("href")).toBe("/lawyer/cases/3");
});

it("asks the lawyer to answer the driver's question about an offer", async () => {
  const at = "2026-11-20T10:00:00Z";
  const offer = { text: "A fine of $80.", at, answer: "ask" as const, answeredAt: at };
  renderPage("/lawyer", { [LIST]: answer([aCase({ step: "offer_pending", offer })]) });
  await screen.findByText(/^Answer the driver’s question about the prosecutor’s offer\./);
});

it("lists the monthly fees that the lawyer owes Lanewise, with a PDF of each", async () => {
  renderPage("/lawyer", {
    [LIST]: answer([]),
    "/api/lawyer/statements": answer([
      {
        id: 3,
        number: "LS-202611-000003",
        month: "2026-11",
        fee: "199.50",
        paidOn: null,
        reference: null,
      },
    ]),
  });
  const fees = within(await screen.findByRole("region", { name: "Your monthly fee to Lanewise" }));
  fees.getByText("LS-202611-000003");
  fees.getByText("Not paid yet");
  const links = fees.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/api/lawyer/statements/3/pdf", "/api/lawyer/statements/file"]);
});

it("says that another lawyer's case wasn't found", async () => {
  const missing = { status: 404, body: { code: "not_found", message: "Not found." } };
  renderPage("/lawyer/cases/7", { [ONE]: () => missing });
  await screen.findByText("We couldn’t find this");
});

it("shows only names, court and citation before the lawyer accepts", async () => {
  renderPage("/lawyer/cases/7", { [ONE]: answer(OFFERED) });
  await screen.findByRole("heading", { level: 1, name: "Alex Doe" });
  expect(screen.getByText("AB-123")).toBeTruthy();
  expect(screen.queryByText("Fine")).toBeNull();
  expect(screen.queryByText("Phone")).toBeNull();
  expect(screen.queryByText("Offense class")).toBeNull();
  expect(screen.getByText(/^Answer by /)).toBeTruthy();
});

it("lets the lawyer accept a case with the keyboard, and then shows the driver's contact details", async () => {
  const { posted } = renderPage("/lawyer/cases/7", {
    [ONE]: answer(OFFERED),
    [`POST ${ONE}/accept`]: answer(ACCEPTED),
  });
  const accept = await screen.findByRole("button", { name: "No conflict, accept" });
  accept.focus();
  await userEvent.keyboard("{Enter}");
  expect((await screen.findByText("(512) 555-0142")).getAttribute("href")).toBe("tel:5125550142");
  expect(posted()[0]?.body).toEqual({ version: 3 });
  // The clicked button is gone, so the focus moves to the page's column.
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

it("shows the driver's contact details for this hire and the whole citation after the lawyer has accepted", async () => {
  const { driver, citation } = ACCEPTED;
  const details = {
    violationCode: "545.351",
    timeOfViolation: "14:30",
    issuingOfficerAgency: "Officer Smith",
    evidenceProvided: "Radar reading",
    consequence: "License suspension",
    isCourtRequired: true,
  };
  const chosen = { contactMethod: "phone, email", contactValue: "5125550199, alex@x.test" };
  const known = {
    ...ACCEPTED,
    driver: { ...driver, ...chosen },
    citation: { ...citation, ...details, isEstimated: true },
  };
  renderPage("/lawyer/cases/7", { [ONE]: answer(known) });
  expect((await screen.findByText("(512) 555-0199")).getAttribute("href")).toBe("tel:5125550199");
  screen.getByText("(512) 555-0142");
  expect(screen.getAllByText("alex@x.test")).toHaveLength(1);
  for (const text of ["545.351", "2:30 PM", "I-35, Austin", "Officer Smith", "Radar reading"])
    screen.getByText(text);
  screen.getByText("$150 (estimated)");
  for (const text of ["License suspension", "Court required", "Misdemeanor"])
    screen.getByText(text);
});

it("shows the server's message when the case can no longer be accepted", async () => {
  let now: LegalCase = OFFERED;
  renderPage("/lawyer/cases/7", {
    [ONE]: () => ({ body: now }),
    [`POST ${ONE}/accept`]: () => {
      now = { ...OFFERED, version: 4 };
      const message = "The time to accept this case is over.";
      return { status: 409, body: { code: "matching_stopped", message } };
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "No conflict, accept" }));
  await screen.findByText("The time to accept this case is over.");
});

it("requires a reason to decline, and then returns to the list", async () => {
  const { posted } = renderPage("/lawyer/cases/7", {
    [ONE]: answer(OFFERED),
    [LIST]: answer([]),
    [`POST ${ONE}/decline`]: answer({ ...OFFERED, actions: [] }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Decline" }));
  const form = await dialog();
  fireEvent.click(form.getByRole("button", { name: "Decline" }));
  await form.findByText("Enter a reason.");
  fireEvent.change(form.getByLabelText("Reason"), { target: { value: "I know the officer." } });
  fireEvent.click(form.getByRole("button", { name: "Decline" }));
  await screen.findByText("No cases yet");
  expect(posted()[0]?.body).toEqual({ reason: "I know the officer.", version: 3 });
});

it("sends the edited agreement, and keeps the draft if sending fails", async () => {
  let fails = true;
  const { posted } = renderPage("/lawyer/cases/7", {
    [ONE]: answer(ACCEPTED),
    [`${ONE}/agreement-template`]: answer({ text: "One ticket, no appeal." }),
    [`POST ${ONE}/agreement`]: () => (fails ? null : { body: ACCEPTED }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Send the agreement" }));
  const ask = await dialog();
  const text = await ask.findByLabelText("Agreement");
  expect(text).toHaveProperty("value", "One ticket, no appeal.");
  fireEvent.change(text, { target: { value: "One ticket." } });
  fireEvent.click(ask.getByRole("button", { name: "Send" }));
  await ask.findByText("Unable to connect to server. Please try again.");
  expect(text).toHaveProperty("value", "One ticket.");
  fails = false;
  fireEvent.click(ask.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(posted().at(-1)?.body).toEqual({ text: "One ticket.", version: 3 });
});

it("records the court's decision with the new fine", async () => {
  const { posted } = renderPage("/lawyer/cases/7", {
    [ONE]: answer({ ...ACCEPTED, nextSteps: ["decided", "closed"] }),
    [`POST ${ONE}/steps`]: answer(aCase({ step: "decided" })),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Record a step" }));
  const ask = await dialog();
  const set = (label: string, value: string) =>
    fireEvent.change(ask.getByLabelText(label, { exact: false }), { target: { value } });
  set("What happened?", "decided");
  set("Decision", "reduced");
  fireEvent.click(ask.getByRole("button", { name: "Record" }));
  await ask.findByText("Enter the new fine, the new points, or both.");
  ask.getByText("Choose the court’s document, or check “The court hasn’t sent a document yet.”");
  fireEvent.click(ask.getByLabelText("The court hasn’t sent a document yet"));
  set("New fine", "$80");
  set("New due date", "2026-12-20");
  set("Offense class", "infraction");
  fireEvent.click(ask.getByRole("button", { name: "Record" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(posted()[0]?.body).toEqual({
    step: "decided",
    note: null,
    offenseClass: "infraction",
    courtDate: null,
    courtTime: null,
    mustDriverCome: null,
    verdict: { outcome: "reduced", fine: "80.00", points: null, until: null, due: "2026-12-20" },
    files: [],
    isDocumentPending: true,
    version: 3,
  });
});

const FILES = [
  { id: 4, isFromLawyer: false, name: "Photo.pdf" },
  { id: 5, isFromLawyer: true, name: "Agreement.pdf" },
].map((file) => ({
  ...file,
  kind: "pdf",
  bytes: 1000,
  addedAt: "2026-11-21T12:00:00Z",
  mayDelete: false,
}));

it("records a step with documents of the case", async () => {
  const { posted } = renderPage("/lawyer/cases/7", {
    [ONE]: answer(ACCEPTED),
    [`${ONE}/messages`]: answer({ ...NO_CORRESPONDENCE, files: FILES }),
    [`POST ${ONE}/steps`]: answer(aCase({ step: "appearance_filed" })),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Record a step" }));
  const ask = await dialog();
  const step = ask.getByLabelText("What happened?");
  fireEvent.change(step, { target: { value: "appearance_filed" } });
  fireEvent.click(await ask.findByLabelText("Agreement.pdf"));
  fireEvent.click(ask.getByLabelText("Photo.pdf"));
  fireEvent.click(ask.getByLabelText("Agreement.pdf"));
  fireEvent.click(ask.getByRole("button", { name: "Record" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(posted()[0]?.body).toMatchObject({ files: [4], isDocumentPending: false });
});

it("sends one of the lawyer's PDFs as the agreement", async () => {
  const { posted } = renderPage("/lawyer/cases/7", {
    [ONE]: answer(ACCEPTED),
    [`${ONE}/agreement-template`]: answer({ text: "One ticket, no appeal." }),
    [`${ONE}/messages`]: answer({ ...NO_CORRESPONDENCE, files: FILES }),
    [`POST ${ONE}/agreement`]: answer(ACCEPTED),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Send the agreement" }));
  const ask = await dialog();
  fireEvent.click(ask.getByRole("button", { name: "Use a PDF instead" }));
  const pdf = await ask.findByLabelText("PDF");
  expect([...pdf.querySelectorAll("option")].map(({ text }) => text)).toEqual([
    "Choose",
    "Agreement.pdf",
  ]);
  fireEvent.click(ask.getByRole("button", { name: "Send" }));
  await ask.findByText("Choose a PDF, or add one below.");
  fireEvent.change(pdf, { target: { value: "5" } });
  fireEvent.click(ask.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(posted()[0]?.body).toEqual({ fileId: 5, version: 3 });
});

it("lets the lawyer ask the driver to share their record, and says that there's no answer yet", async () => {
  const caseWithRequest = aCase({ actions: ["message", "ask_for_record"] });
  const waiting = aCase({
    actions: ["message"],
    consents: [
      {
        id: 1,
        kind: "record_for_lawyer",
        state: "asked",
        askedAt: "2026-11-21T12:00:00Z",
        givenAt: null,
        expiresAt: null,
      },
    ],
  });
  const { posted } = renderPage("/lawyer/cases/7", {
    [ONE]: answer(caseWithRequest),
    [`POST ${ONE}/record-request`]: answer(waiting),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Ask to see the record" }));
  await screen.findByText("You asked to see this record. The driver hasn’t answered yet.");
  expect(posted().map(({ path }) => path)).toEqual([`${ONE}/record-request`]);
});

it("shows the driver's details and other tickets in a shared record", async () => {
  const record = {
    dateOfBirth: "1990-04-03",
    licenseNumber: "D123",
    licenseStatus: "active",
    points: 4,
    tickets: [
      {
        ...{ id: 8, violation: "Red light", date: "2026-01-02", points: 2, standing: "paid" },
        ...{ fine: "80.00", isEstimated: true },
      },
    ],
  };
  renderPage("/lawyer/cases/7", {
    [ONE]: answer(aCase({ actions: ["read_record"] })),
    [`${ONE}/record`]: answer(record),
  });
  await screen.findByText("04/03/1990");
  screen.getByText("Red light · 01/02/2026 · $80 (estimated) · 2 points · paid");
});
