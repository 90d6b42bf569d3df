// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { SWR_CONFIG } from "@/api/useRead";
import type { LegalCase } from "@/api/types";
import { aCase, anEvent, NO_CORRESPONDENCE } from "@/testing/sampleCases";
import { serve, sessionResponse } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { CaseProgress } from "./CaseProgress";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const AGREEMENT = {
  text: "Ortiz Traffic Law defends this ticket.",
  fileId: null,
  sha256: "ab".repeat(32),
  sentAt: "2026-11-21T12:00:00Z",
  signedAt: null,
  signedName: null,
};
const OFFER = {
  text: "Plead to a lesser charge.",
  at: "2026-11-21T12:00:00Z",
  answer: null,
  answeredAt: null,
};

const CONFIG = { ...SWR_CONFIG, provider: () => new Map() };

const onChanged = vi.fn();
const reread = vi.fn(async () => undefined);

const screenOf = (legalCase: LegalCase) => (
  <MemoryRouter>
    <SWRConfig value={CONFIG}>
      <CaseProgress
        legalCase={legalCase}
        now={NOW}
        isTicketPaid={false}
        onChanged={onChanged}
        refetch={reread}
      />
    </SWRConfig>
  </MemoryRouter>
);

function renderCase(legalCase: LegalCase) {
  return render(screenOf(legalCase));
}

beforeEach(() => {
  onChanged.mockClear();
  reread.mockClear();
});

it("says that no lawyer represents the driver until a lawyer does", () => {
  const { unmount } = renderCase(aCase());
  expect(screen.getByText("No lawyer represents you yet. Your ticket is due Nov 28.")).toBeTruthy();
  unmount();
  renderCase(aCase({ step: "agreement_signed", isRepresented: true }));
  expect(screen.queryByText(/No lawyer represents you/)).toBeNull();
});

it.each([
  [{ dueDate: "2026-11-21" }, "No lawyer represents you yet. Your ticket was due Nov 21."],
  [{ fine: "0.00" }, "No lawyer represents you yet."],
])(
  "says when the ticket was due, but names no date if nothing is owed: %j",
  (citation, expected) => {
    renderCase(aCase({ citation: { ...aCase().citation, ...citation } }));
    expect(screen.getByText(expected)).toBeTruthy();
  },
);

it("shows the lawyer, what's next, the court date and the newest events first", () => {
  const events = [1, 2, 3, 4, 5].map((id) =>
    anEvent({ id, kind: "update", at: `2026-11-1${id}T12:00:00Z`, note: `Update ${id}` }),
  );
  renderCase(aCase({ events, courtDate: "2026-12-01", courtTime: "14:05" }));
  expect(screen.getByText("Lena Ortiz, Ortiz Traffic Law")).toBeTruthy();
  expect(screen.getByText("License 24012345, Texas")).toBeTruthy();
  expect(screen.getByText("Your lawyer will send you an agreement to sign.")).toBeTruthy();
  expect(screen.getByText("12/01/2026, 2:05 PM")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Add to calendar" }).getAttribute("href")).toBe(
    "/api/tickets/4/calendar",
  );
  const list = within(screen.getByRole("list"));
  expect(list.getAllByText(/^Update \d$/).map((note) => note.textContent)).toEqual([
    "Update 5",
    "Update 4",
    "Update 3",
    "Update 2",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Show all 5" }));
  expect(list.getByText("Update 1")).toBeTruthy();
});

it("shows the court's decision with the new fine and points", () => {
  const verdict = {
    outcome: "reduced",
    fine: "80.00",
    points: 0,
    until: null,
    due: "2026-12-20",
    guarantee: null,
  } as const;
  renderCase(aCase({ step: "decided", isRepresented: true, verdict }));
  expect(screen.getByText("Reduced · fine $80, due 12/20/2026 · 0 points")).toBeTruthy();
});

async function openSignDialog() {
  const requests = serve(({ path, body }) => {
    if (path === "/api/session") return sessionResponse(USER);
    if (path !== "/api/lawyer-cases/7/sign") return undefined;
    const { name, isOtherNameConfirmed } = body as { name: string; isOtherNameConfirmed: boolean };
    if (name !== "Alex Doe" && !isOtherNameConfirmed)
      return { status: 409, body: { code: "name_differs", message: "Another name." } };
    return { body: aCase({ step: "agreement_signed", isRepresented: true }) };
  });
  const { rerender } = renderCase(aCase({ actions: ["sign"], agreement: AGREEMENT }));
  fireEvent.click(screen.getByRole("button", { name: "Read and sign" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Sign the agreement" }));
  const sent = () => requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  const update = (changes: Partial<LegalCase>) =>
    rerender(screenOf(aCase({ actions: ["sign"], agreement: AGREEMENT, ...changes })));
  return { dialog, sent, update };
}

it("lets the driver sign with the keyboard alone", async () => {
  const { dialog, sent } = await openSignDialog();
  expect(dialog.getByText(AGREEMENT.text)).toBeTruthy();
  const name = dialog.getByLabelText("Your full name");
  await waitFor(() => expect(document.activeElement).toBe(name));
  await userEvent.keyboard("{Enter}");
  expect(await dialog.findByText("Type your full name to sign.")).toBeTruthy();
  await userEvent.keyboard("Alex Doe{Enter}");
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(sent()).toEqual([{ name: "Alex Doe", isOtherNameConfirmed: false, version: 3 }]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("requires a new signature if the lawyer replaces the agreement while the driver reads it", async () => {
  const { dialog, sent, update } = await openSignDialog();
  const name = dialog.getByLabelText<HTMLInputElement>("Your full name");
  await userEvent.type(name, "Alex Doe");
  update({ version: 4, messages: 1 });
  expect(name.value).toBe("Alex Doe");
  update({ version: 5, agreement: { ...AGREEMENT, text: "Another fee.", sha256: "cd" } });
  expect(
    dialog.getByText("Your lawyer has sent a new agreement. Read it before you sign."),
  ).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Sign" }));
  expect(await dialog.findByText("Type your full name to sign.")).toBeTruthy();
  expect(sent()).toEqual([]);
  await userEvent.type(name, "Alex Doe{Enter}");
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(sent()).toEqual([{ name: "Alex Doe", isOtherNameConfirmed: false, version: 5 }]);
});

it("shows the PDF that the driver signs", async () => {
  serve(({ path }) => (path === "/api/session" ? sessionResponse(USER) : undefined));
  const agreement = { ...AGREEMENT, text: "This agreement is a PDF file.", fileId: 9 };
  renderCase(aCase({ actions: ["sign"], agreement }));
  fireEvent.click(screen.getByRole("button", { name: "Read and sign" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Sign the agreement" }));
  const link = dialog.getByRole("link", { name: "Read the agreement (PDF)" });
  expect(link.getAttribute("href")).toBe("/api/lawyer-cases/files/9");
  dialog.getByText(
    /We store a digital fingerprint of the PDF, your name and the time you signed\./,
  );
});

it("links to the documents of a step", async () => {
  const [photo, order] = [4, 5].map((id) => ({
    id,
    isFromLawyer: true,
    name: `File ${id}.pdf`,
    kind: "pdf",
    bytes: 1000,
    addedAt: "2026-11-21T12:00:00Z",
    mayDelete: false,
  }));
  const requests = serve(({ path }) =>
    path === "/api/lawyer-cases/7/messages"
      ? { body: { ...NO_CORRESPONDENCE, files: [photo, order] } }
      : undefined,
  );
  renderCase(aCase({ files: 2, events: [anEvent({ kind: "court_decided", files: [5] })] }));
  const links = within(await screen.findByRole("list", { name: "Documents" })).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["File 5.pdf", "/api/lawyer-cases/files/5"],
  ]);
  expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
});

it("asks for a confirmation before signing with a name other than the account's", async () => {
  const { dialog, sent } = await openSignDialog();
  await userEvent.type(dialog.getByLabelText("Your full name"), "Alexandra Doe{Enter}");
  const box = await dialog.findByRole("checkbox", { name: "Alexandra Doe is my legal name" });
  await userEvent.click(dialog.getByRole("button", { name: "Sign" }));
  expect(await dialog.findByText("Check the box, or type the name on your account.")).toBeTruthy();
  await userEvent.click(box);
  await userEvent.click(dialog.getByRole("button", { name: "Sign" }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(sent().at(-1)).toEqual({
    name: "Alexandra Doe",
    isOtherNameConfirmed: true,
    version: 3,
  });
});

it("sends the answer to an offer, and requires a text for a question", async () => {
  const requests = serve(({ path }) =>
    path === "/api/lawyer-cases/7/answer" ? { body: aCase({ actions: [] }) } : undefined,
  );
  renderCase(
    aCase({ step: "offer_pending", isRepresented: true, actions: ["answer"], offer: OFFER }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Answer the offer" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Send answer" }));
  await dialog.findByText("Choose an answer.");
  fireEvent.change(dialog.getByLabelText("Your answer"), { target: { value: "ask" } });
  fireEvent.click(dialog.getByRole("button", { name: "Send answer" }));
  await dialog.findByText("Write your question.");
  fireEvent.change(dialog.getByLabelText("Your answer"), { target: { value: "refuse" } });
  fireEvent.click(dialog.getByRole("button", { name: "Send answer" }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(requests.at(-1)?.body).toEqual({ answer: "refuse", text: null, version: 3 });
});

it("requires a new answer if the lawyer passes on a new offer while the driver answers", async () => {
  const offered = (changes: Partial<LegalCase>) =>
    aCase({ step: "offer_pending", actions: ["answer"], offer: OFFER, ...changes });
  const { rerender } = renderCase(offered({}));
  fireEvent.click(screen.getByRole("button", { name: "Answer the offer" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("Your answer"), { target: { value: "accept" } });
  const offer = { ...OFFER, text: "Pay the full fine.", at: "2026-11-22T12:00:00Z" };
  rerender(screenOf(offered({ version: 4, offer })));
  dialog.getByText("Your lawyer has passed on a new offer. Read it before you answer.");
  fireEvent.click(dialog.getByRole("button", { name: "Send answer" }));
  await dialog.findByText("Choose an answer.");
});

it("keeps the driver's answer and reloads the case if the case has changed", async () => {
  serve(({ path }) =>
    path === "/api/lawyer-cases/7/answer"
      ? { status: 409, body: { code: "changed_meanwhile", message: "Changed." } }
      : undefined,
  );
  renderCase(aCase({ actions: ["answer"], offer: OFFER }));
  fireEvent.click(screen.getByRole("button", { name: "Answer the offer" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("Your answer"), { target: { value: "accept" } });
  fireEvent.click(dialog.getByRole("button", { name: "Send answer" }));
  await dialog.findByText("This case has changed since you opened it. Check it, then try again.");
  expect(reread).toHaveBeenCalledOnce();
  expect((dialog.getByLabelText("Your answer") as HTMLSelectElement).value).toBe("accept");
  expect(onChanged).not.toHaveBeenCalled();
});

it.each([
  ["change_lawyer", "Get another lawyer", "another-lawyer"],
  ["money_back", "Get your money back", "money-back"],
] as const)("sends the driver's request after a confirmation: %s", async (action, button, call) => {
  const requests = serve(({ path }) =>
    path === `/api/lawyer-cases/7/${call}` ? { body: aCase() } : undefined,
  );
  renderCase(aCase({ step: "decided", actions: [action], moneyBack: "75.00" }));
  if (action === "money_back")
    screen.getByText(/so you can get \$75 back\. You don’t have to prove/);
  fireEvent.click(screen.getByRole("button", { name: button }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: button }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({ version: 3 });
});

it("offers another lawyer and the money back only if the server allows it", () => {
  renderCase(aCase({ step: "decided", moneyBack: "75.00" }));
  expect(screen.queryByRole("button", { name: "Get your money back" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Get another lawyer" })).toBeNull();
});

it("lets the driver allow or refuse a consent request", async () => {
  const consent = {
    id: 3,
    kind: "staff_reading",
    state: "asked",
    askedAt: "2026-11-21T12:00:00Z",
    givenAt: null,
    expiresAt: null,
  } as const;
  const given = aCase({ consents: [{ ...consent, state: "given" }] });
  const requests = serve(({ method, path }) => {
    if (path === "/api/session") return sessionResponse(USER);
    return method === "POST" ? { body: given } : undefined;
  });
  const { unmount } = renderCase(aCase({ consents: [consent] }));
  expect(screen.getByText(/If you allow it, they can for 72 hours/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Allow" }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledWith(given));
  fireEvent.click(screen.getByRole("button", { name: "Don’t allow" }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(2));
  const bodies = requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(bodies).toEqual([
    { consentId: 3, isAllowed: true },
    { consentId: 3, isAllowed: false },
  ]);
  unmount();
  renderCase(given);
  expect(screen.getByRole("button", { name: "Stop allowing" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
});

it("shows the court date and whether the driver must attend, until the court has decided", () => {
  const dated = { courtDate: "2026-12-02", courtTime: "9:30 AM", isDriverExcused: true };
  const { unmount } = renderCase(aCase({ step: "court_date_set", ...dated }));
  expect(screen.getByText("You don’t have to go. Your lawyer will appear for you.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Add to calendar" })).toBeTruthy();
  unmount();
  const { unmount: leave } = renderCase(
    aCase({
      ...{ step: "court_date_set", ...dated, isDriverExcused: false },
      citation: { ...aCase().citation, isCourtRequired: true },
    }),
  );
  expect(screen.getByText("You have to be in court on this date.")).toBeTruthy();
  leave();
  renderCase(aCase({ step: "decided", ...dated }));
  expect(screen.queryByText("Court date")).toBeNull();
  expect(screen.queryByRole("link", { name: "Add to calendar" })).toBeNull();
});

it("says if the lawyer's license in the court's state isn't on file", () => {
  const lawyer = { ...aCase().lawyer, licenseState: null, licenseNumber: null };
  renderCase(aCase({ lawyer: lawyer as LegalCase["lawyer"], courtState: "Ohio" }));
  expect(
    screen.getByText("We don’t have this lawyer’s Ohio license yet. Our team is checking."),
  ).toBeTruthy();
});

it.each([
  [anEvent({ kind: "driver_ended" }), "You ended the case"],
  [anEvent({ kind: "driver_contacted", actor: "lawyer" }), "Your lawyer contacted you"],
  [anEvent({ kind: "driver_contacted", actor: "staff" }), "We contacted you"],
  [anEvent({ kind: "signature_reminded", actor: "system" }), "We reminded you to sign"],
])('calls the driver "you" in the timeline', (event, text) => {
  renderCase(aCase({ events: [event] }));
  expect(screen.getByText(text)).toBeTruthy();
});
