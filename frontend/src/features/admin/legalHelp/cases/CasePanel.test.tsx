// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { LegalCase } from "@/api/types";
import { aCase, anEvent } from "@/testing/sampleCases";
import { type FakeResponse, openScreen, STAFF, serve } from "@/testing/openScreen";
import { CasePanel } from "./CasePanel";

const ONE = "/api/admin/cases/7";

/** Opens the panel of case 7. `answers` gives the responses by method and path. */
function openPanel(answers: Record<string, () => FakeResponse>) {
  const requests = serve(({ method, path }) => answers[`${method} ${path}`]?.());
  openScreen(<CasePanel id={7} lists={["/api/lawyer-hires"]} />, { user: STAFF });
  return () => requests.filter(({ method }) => method !== "GET");
}

const caseResponse = (overrides: Partial<LegalCase>) => () => ({ body: aCase(overrides) });
const clickButton = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const dialog = async () => within(await screen.findByRole("dialog"));

beforeEach(() => vi.stubGlobal("scrollTo", () => {}));

it("shows the step, the lawyer, open deadlines, and the lawyers whom the case was offered to", async () => {
  openPanel({
    [`GET ${ONE}`]: caseResponse({
      contactBy: "2020-01-01T00:00:00Z",
      updateDue: "2099-01-01T00:00:00Z",
      isLabelByStaff: true,
      events: [anEvent({ kind: "lawyer_offered", actor: "system", lawyerName: "Lena Ortiz" })],
    }),
  });
  const panel = within(await screen.findByRole("region", { name: "Case" }));
  await panel.findByText("Accepted by a lawyer");
  panel.getByText("Hire’s status set by staff");
  panel.getByText("Lena Ortiz, Ortiz Traffic Law");
  panel.getByText(/^Overdue since/);
  panel.getByText(/^By /);
  panel.getByText("Offered to a lawyer: Lena Ortiz");
});

it("shows the result and whether the guarantee counts it as won", async () => {
  const verdict = { fine: "100.00", points: 2, until: null, due: null } as const;
  openPanel({
    [`GET ${ONE}`]: caseResponse({ verdict: { ...verdict, outcome: "guilty", guarantee: "lost" } }),
  });
  await screen.findByText("Guilty · fine $100 · 2 points");
  screen.getByText("Lost");
});

it.each<[Partial<LegalCase>, string, number]>([
  [{ step: "offered" }, "Deadline for a lawyer to accept", 1],
  [{ step: "accepted" }, "Deadline for the driver to sign", 1],
  [{ step: "agreement_signed", isRepresented: true }, "Deadline for a lawyer to accept", 0],
])(
  "shows the deadline to find a lawyer until one represents the driver: %j",
  async (overrides, name, count) => {
    openPanel({ [`GET ${ONE}`]: caseResponse({ ...overrides, acceptBy: "2099-01-01T00:00:00Z" }) });
    await screen.findByText("What happened");
    screen.getByText(name);
    expect(screen.queryAllByText(/^By /)).toHaveLength(count);
  },
);

it("shows no deadlines of a decided case", async () => {
  const by = "2099-01-01T00:00:00Z";
  openPanel({ [`GET ${ONE}`]: caseResponse({ step: "decided", contactBy: by, acceptBy: by }) });
  await screen.findByText("What happened");
  expect(screen.queryByText(/^By /)).toBeNull();
});

it("shows an error with a retry button if the case doesn't load", async () => {
  let fails = true;
  openPanel({ [`GET ${ONE}`]: () => (fails ? null : { body: aCase() }) });
  await screen.findByText("We couldn’t load the case");
  fails = false;
  clickButton("Try again");
  await screen.findByText("Lena Ortiz, Ortiz Traffic Law");
});

it("offers no actions if the server allows none", async () => {
  openPanel({ [`GET ${ONE}`]: caseResponse({ actions: [] }) });
  await screen.findByText("What happened");
  expect(screen.queryAllByRole("button")).toEqual([]);
});

it("records the contact with the driver", async () => {
  const sent = openPanel({
    [`GET ${ONE}`]: caseResponse({ actions: ["contacted"] }),
    [`POST ${ONE}/contacted`]: caseResponse({ contactedAt: "2026-11-22T12:00:00Z" }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Record contact" }));
  await screen.findByText("Driver contacted");
  expect(sent()).toHaveLength(1);
});

it("requires a reason to skip a lawyer, and says if a colleague has changed the case", async () => {
  let isTaken = true;
  const sent = openPanel({
    [`GET ${ONE}`]: caseResponse({ actions: ["skip"] }),
    [`POST ${ONE}/skip`]: () =>
      isTaken
        ? { status: 409, body: { code: "changed_meanwhile", message: "Changed." } }
        : { body: aCase({ step: "offered" }) },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Skip this lawyer" }));
  const ask = await dialog();
  fireEvent.click(ask.getByRole("button", { name: "Skip lawyer" }));
  await ask.findByText("Enter a reason.");
  fireEvent.change(ask.getByLabelText("Reason"), { target: { value: "On vacation" } });
  fireEvent.click(ask.getByRole("button", { name: "Skip lawyer" }));
  await ask.findByText(/^This case has changed since you opened it\./);
  isTaken = false;
  fireEvent.click(ask.getByRole("button", { name: "Skip lawyer" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent().at(-1)?.body).toEqual({ reason: "On vacation", version: 3 });
});

it("changes a case's court to one of the register's courts in the chosen state", async () => {
  const court = { id: 4, kind: "court", name: "Travis County Court", state: "Texas" };
  const sent = openPanel({
    [`GET ${ONE}`]: caseResponse({ actions: ["correct_court"], courtState: "Ohio" }),
    "GET /api/admin/authorities": () => ({
      body: [
        {
          ...court,
          county: null,
          alsoCalled: [],
          payTo: null,
          postalAddress: null,
          timeZone: null,
          version: 1,
        },
      ],
    }),
    [`PATCH ${ONE}`]: caseResponse({ courtState: "Texas", courtName: "Travis County Court" }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Change court" }));
  const ask = await dialog();
  fireEvent.change(ask.getByLabelText("State"), { target: { value: "Texas" } });
  await ask.findByRole("option", { name: "Travis County Court" });
  fireEvent.change(ask.getByLabelText(/^Court/), { target: { value: "4" } });
  fireEvent.click(ask.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent()[0]?.body).toEqual({
    courtState: "Texas",
    courtId: 4,
    courtName: null,
    version: 3,
  });
});

it("refunds the suggested amount of a lost case", async () => {
  const requests = openPanel({
    [`GET ${ONE}`]: caseResponse({ step: "decided", actions: ["money_back"], moneyBack: "75.00" }),
    [`POST ${ONE}/money-back`]: caseResponse({ step: "decided" }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Refund $75" }));
  fireEvent.click((await dialog()).getByRole("button", { name: "Refund $75" }));
  await waitFor(() => expect(requests()).toHaveLength(1));
  expect(requests()[0]?.body).toEqual({ version: 3 });
});

const READING = {
  id: 2,
  kind: "staff_reading",
  state: "given",
  askedAt: "2026-11-21T12:00:00Z",
  givenAt: "2026-11-21T13:00:00Z",
  expiresAt: "2026-11-24T13:00:00Z",
} as const;

it("shows that staff handle the case", async () => {
  openPanel({ [`GET ${ONE}`]: caseResponse({ handling: "by_staff" }) });
  await screen.findByText("Handled by staff");
});

it("shows the number of messages, and lets staff ask the driver for access to them", async () => {
  const counts = { messages: 2, files: 1, lastMessageAt: "2026-11-21T12:00:00Z" };
  const sent = openPanel({
    [`GET ${ONE}`]: caseResponse({ ...counts, actions: ["ask_to_read"] }),
    [`POST ${ONE}/reading-request`]: caseResponse({
      ...counts,
      consents: [{ ...READING, state: "asked" }],
    }),
  });
  const panel = within(await screen.findByRole("region", { name: "Messages and files" }));
  panel.getByText(/^2 messages, 1 file, last message/);
  clickButton("Ask to read");
  await panel.findByText(/They haven’t answered\.$/);
  expect(sent().map(({ path }) => path)).toEqual([`${ONE}/reading-request`]);
});

it("lets staff ask for access to the agreement even if the case has no messages or files", async () => {
  const agreement = {
    text: "",
    fileId: null,
    sha256: "0".repeat(64),
    sentAt: "2026-11-21T12:00:00Z",
    signedAt: null,
    signedName: null,
  };
  openPanel({ [`GET ${ONE}`]: caseResponse({ agreement, actions: ["ask_to_read"] }) });
  const panel = within(await screen.findByRole("region", { name: "Messages and files" }));
  panel.getByText(/^0 messages, 0 files, 1 agreement\./);
  panel.getByRole("button", { name: "Ask to read" });
});

it.each([
  [500, "internal", "Down.", /on our side/],
  [409, "consent_needed", "The driver no longer allows this.", /The driver no longer allows this/],
])("says why messages could not be loaded: %i", async (status, code, message, text) => {
  openPanel({
    [`GET ${ONE}`]: caseResponse({ messages: 1, actions: ["read_messages"], consents: [READING] }),
    [`GET ${ONE}/messages`]: () => ({ status, body: { code, message } }),
  });
  await screen.findByText("What happened");
  clickButton("Read messages and files");
  const panel = within(await screen.findByRole("region", { name: "Messages and files" }));
  expect((await panel.findByRole("alert")).textContent).toMatch(text);
  expect(panel.queryByText(/permission may have ended/)).toBeNull();
});

it("loads messages only while the driver allows it, and only when staff click the button", async () => {
  const message = {
    id: 1,
    isFromLawyer: false,
    lawyerName: null,
    text: "The light was green.",
    readAt: null,
  };
  const note = {
    eventId: 2,
    kind: "plea_question",
    at: "2026-11-21T12:00:00Z",
    text: "Will I lose my job?",
  };
  const body = {
    messages: [{ ...message, sentAt: "2026-11-21T12:00:00Z" }],
    files: [],
    agreementText: null,
    notes: [note],
  };
  const events = [anEvent({ id: 2, kind: "plea_question", isNoteHidden: true })];
  openPanel({
    [`GET ${ONE}`]: caseResponse({
      messages: 1,
      events,
      actions: ["read_messages"],
      consents: [READING],
    }),
    [`GET ${ONE}/messages`]: () => ({ body }),
  });
  await screen.findByText(/^You can read them until/);
  screen.getByText(/^1 message, 0 files, 1 note/);
  screen.getByText("Private note between driver and lawyer");
  expect(screen.queryByText("The light was green.")).toBeNull();
  clickButton("Read messages and files");
  await screen.findByText("The light was green.");
  screen.getByText(/^Question about the prosecutor’s offer, /);
  screen.getByText("Will I lose my job?");
});

it("warns if the lawyer isn't licensed in the court's state, or in the state that staff choose", async () => {
  openPanel({
    [`GET ${ONE}`]: caseResponse({ actions: ["correct_court"], courtState: "Ohio" }),
    "GET /api/admin/authorities": () => ({ body: [] }),
  });
  await screen.findByText("Lena Ortiz isn’t licensed in Ohio. Click “Find another lawyer.”");
  clickButton("Change court");
  const ask = await dialog();
  fireEvent.change(ask.getByLabelText("State"), { target: { value: "Utah" } });
  ask.getByText("Lena Ortiz isn’t licensed in Utah. Click “Find another lawyer.”");
  fireEvent.change(ask.getByLabelText("State"), { target: { value: "Texas" } });
  expect(ask.queryByText(/isn’t licensed/)).toBeNull();
});
