// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { type FakeResponse, openScreen, serve, sessionResponse } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { toastItems } from "@/ui/overlays/toast";
import AddPage from "./AddPage";

const { upload } = vi.hoisted(() => ({ upload: vi.fn<() => Promise<unknown>>() }));
vi.mock("@/api/upload", async (original) => ({
  ...(await original<typeof import("@/api/upload")>()),
  upload,
}));

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const ADDED = {
  id: 7,
  kind: "ticket",
  itemId: 41,
  userId: USER.id,
  label: "Speeding",
  date: "2026-11-20",
  amount: "See court",
  citationNumber: "AB-10",
  issuer: "City of Austin",
  addedAt: "2026-11-28T10:00:00Z",
  status: "being_checked",
  reason: null,
  checkedAt: null,
  version: 1,
};
const ON_RECORD = { type: "parking", itemId: 9, userId: USER.id };

/** Mounts the page again, as a reload of the tab does. */
function Reloadable() {
  const [count, setCount] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        Reload
      </button>
      <AddPage key={count} />
    </>
  );
}

function renderPage(answer: (count: number) => FakeResponse) {
  let count = 0;
  const requests = serve(({ path, method }) => {
    if (path === "/api/session") return sessionResponse(USER);
    if (path === "/api/issuers") return { body: [{ name: "City of Austin", state: "Texas" }] };
    if (path !== "/api/added-items" || method !== "POST") return undefined;
    count += 1;
    return answer(count);
  });
  openScreen(<Reloadable />, { at: "/add-ticket" });
  return () => requests.filter(({ method }) => method === "POST").map(({ body }) => body);
}

const fill = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const add = () => fireEvent.click(screen.getByRole("button", { name: "Add ticket" }));

function fillTicket() {
  fill(/^Issued by/, "City of Austin");
  fill(/^Citation number/, "AB-10");
  fill(/^Violation/, "Speeding");
  fill(/^Location/, "Main St");
  fill(/^Date of the violation/, "2026-11-20");
}

it("sends the fields that are filled in and says that the ticket was added", async () => {
  const sent = renderPage(() => ({ status: 201, body: ADDED }));
  fillTicket();
  fireEvent.click(screen.getByLabelText("I have to appear in court"));
  fill(/^Court date/, "2026-12-20");
  add();
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        kind: "ticket",
        issuer: "City of Austin",
        citationNumber: "AB-10",
        violationType: "Speeding",
        location: "Main St",
        date: "2026-11-20",
        isCourtRequired: true,
        courtDate: "2026-12-20",
      },
    ]),
  );
  await waitFor(() => expect(toastItems().map(({ title }) => title)).toContain("Ticket Added"));
  expect(sessionStorage.getItem(`lanewise.draft.${USER.id}.addItem`)).toBeNull();
});

it("reports missing fields before it sends anything", async () => {
  const sent = renderPage(() => ({ status: 201, body: ADDED }));
  fireEvent.click(screen.getByLabelText("Toll"));
  add();
  expect(await screen.findByText("Enter the toll road.")).toBeTruthy();
  expect(screen.getByText("Enter the date.")).toBeTruthy();
  expect(screen.getByText("Enter the amount.")).toBeTruthy();
  expect(sent()).toEqual([]);
});

it.each([
  ["parking", "Ticket Added"],
  ["toll", "Toll Added"],
] as const)("names the kind of item that the server added: %s", async (kind, title) => {
  renderPage(() => ({ status: 201, body: { ...ADDED, kind } }));
  fillTicket();
  add();
  await waitFor(() => expect(toastItems().at(-1)?.title).toBe(title));
});

it("doesn't send filled-in fields that the chosen kind of ticket doesn't have", async () => {
  const sent = renderPage(() => ({ status: 201, body: ADDED }));
  fillTicket();
  fireEvent.click(screen.getByLabelText("I have to appear in court"));
  fireEvent.click(screen.getByLabelText("Parking ticket"));
  fill(/^Amount/, "45");
  add();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(Object.keys(sent()[0] as object).sort()).toEqual(
    ["amount", "citationNumber", "date", "issuer", "kind", "location", "violationType"].sort(),
  );
});

it("links to the existing item if the driver adds a citation that is already on the record", async () => {
  renderPage(() => ({ status: 409, body: { code: "already_on_record", existing: ON_RECORD } }));
  fillTicket();
  add();
  const link = await screen.findByRole("link", { name: "See the parking ticket" });
  expect(link.getAttribute("href")).toBe(`/payment?parking=9&user=${USER.id}`);
  expect(screen.queryByRole("button", { name: "No, add mine" })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/^Citation number/).value).toBe("AB-10");
});

it("adds a ticket with a similar number once the driver confirms that it is a different ticket", async () => {
  const sent = renderPage((count) =>
    count === 1
      ? { status: 409, body: { code: "similar_on_record", existing: ON_RECORD } }
      : { status: 201, body: ADDED },
  );
  fillTicket();
  add();
  fireEvent.click(await screen.findByRole("button", { name: "No, add mine" }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toMatchObject({ isAnother: true, citationNumber: "AB-10" });
});

it("keeps the input when the server refuses a field", async () => {
  renderPage(() => ({
    status: 422,
    body: {
      code: "validation",
      fields: { citationNumber: "A citation number can’t begin with =." },
    },
  }));
  fillTicket();
  add();
  expect(await screen.findByText("A citation number can’t begin with =.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Location/).value).toBe("Main St");
});

it("keeps a picture that couldn’t be saved, and retries on request", async () => {
  renderPage(() => ({ status: 201, body: ADDED }));
  fillTicket();
  const picture = new File(["%PDF-"], "ticket.pdf", { type: "application/pdf" });
  fireEvent.change(screen.getByLabelText("Choose File"), { target: { files: [picture] } });
  expect(await screen.findByText("ticket.pdf")).toBeTruthy();
  upload.mockRejectedValueOnce(new TypeError("offline")).mockResolvedValueOnce({ id: 1 });
  add();
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(() => expect(upload).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(toastItems().at(-1)?.description).toMatch(/^We’re checking it/));
});

it.each([
  [{ status: 429, body: { error: "Too many items" } }, "We couldn’t add your ticket"],
  [{ status: 500, body: {} }, "We couldn’t confirm that your ticket was added"],
  [null, "We couldn’t confirm that your ticket was added"],
])(
  "says next to the button that the ticket was refused, or that the outcome is unknown: %j",
  async (answer, title) => {
    renderPage(() => answer);
    fillTicket();
    add();
    const alert = (await screen.findByText(title)).closest("[role=alert]");
    expect(alert?.nextElementSibling).toBe(screen.getByRole("button", { name: "Add ticket" }));
  },
);

it("says after a reload that the picture must be chosen again", async () => {
  const picture = new File(["%PDF-"], "ticket.pdf", { type: "application/pdf" });
  const lost =
    /^Your photos were lost when this page closed or reloaded\. Please choose them again\./;
  renderPage(() => null);
  expect(screen.queryByText(lost)).toBeNull();
  fireEvent.change(screen.getByLabelText("Choose File"), { target: { files: [picture] } });
  expect(await screen.findByText("ticket.pdf")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(screen.getByText(lost)).toBeTruthy();
});

it("refuses a file that isn’t a picture or a PDF", async () => {
  renderPage(() => null);
  const text = new File(["x"], "x.txt", { type: "text/plain" });
  fireEvent.change(screen.getByLabelText("Choose File"), { target: { files: [text] } });
  expect(
    await screen.findByText("We can add only JPEG, PNG and PDF files. We left out any others."),
  ).toBeTruthy();
  expect(screen.queryByText("x.txt")).toBeNull();
});
