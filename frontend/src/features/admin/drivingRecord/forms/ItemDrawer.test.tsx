// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { readDraft } from "@/parts/forms/drafts";
import { aParking, aTicket, aToll } from "@/testing/sampleItems";
import { type FakeResponse, openScreen, STAFF, serve, sessionResponse } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { readOpenForm } from "../../desk/forms/openForms";
import ItemDrawer from "./ItemDrawer";

const DRAFT = `${STAFF.id}.ticket-new-${USER.id}`;
const WHOLE = {
  violationType: "Speeding",
  date: "2026-10-20",
  location: "Main St",
  amount: "12,345.67",
};

function renderDrawer(answer: FakeResponse = { body: aTicket() }) {
  const requests = serve(({ method, path }) => {
    if (path === "/api/session") return sessionResponse(STAFF);
    return method === "POST" ? answer : undefined;
  });
  const onClose = vi.fn();
  openScreen(<ItemDrawer kind="ticket" user={USER} onClose={onClose} />, {
    user: STAFF,
    at: "/admin",
  });
  for (const [name, value] of Object.entries(WHOLE)) {
    const field = document.querySelector(`[name="${name}"]`);
    if (field) fireEvent.change(field, { target: { value } });
  }
  const filed = () => requests.filter(({ method }) => method === "POST");
  return { onClose, filed };
}

const button = (name: string) => screen.getByRole("button", { name });
const clickButton = (name: string) => fireEvent.click(button(name));

it("keeps the draft while staff correct a large amount, until the ticket is filed", async () => {
  const { onClose, filed } = renderDrawer();
  clickButton("Create Traffic Ticket");
  await screen.findByText("Is $12,345.67 correct?");
  clickButton("Edit amount");
  // Waits until the button is enabled again after the confirmation.
  await waitFor(() => expect(button("Create Traffic Ticket").getAttribute("aria-busy")).toBeNull());
  expect(readDraft(DRAFT)).toMatchObject(WHOLE);
  expect(readOpenForm(STAFF.id, "/admin")).toMatchObject({ form: "ticket" });
  expect([filed(), onClose.mock.calls]).toEqual([[], []]);

  clickButton("Create Traffic Ticket");
  await screen.findByText("Is $12,345.67 correct?");
  clickButton("Yes, use $12,345.67");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(filed()).toHaveLength(1);
  await waitFor(() => expect(readDraft(DRAFT)).toBeNull());
  expect(readOpenForm(STAFF.id, "/admin")).toBeNull();
});

it("offers the register's authorities as issuers, and says which authority a name belongs to", async () => {
  const austin = { name: "City of Austin", alsoCalled: ["Austin PD"], state: "Texas" };
  serve(({ path }) => {
    if (path === "/api/session") return sessionResponse(STAFF);
    if (path !== "/api/admin/authorities") return undefined;
    const rest = {
      id: 1,
      kind: "city",
      payTo: null,
      postalAddress: null,
      county: null,
      timeZone: null,
      version: 1,
    };
    return { body: [{ ...rest, ...austin }] };
  });
  openScreen(<ItemDrawer kind="parking" user={USER} onClose={() => {}} />, {
    user: STAFF,
    at: "/admin",
  });
  const field = screen.getByLabelText<HTMLInputElement>("Issued By");
  await waitFor(() =>
    expect([...(field.list?.options ?? [])].map(({ value }) => value)).toEqual(["City of Austin"]),
  );
  fireEvent.change(field, { target: { value: "AUSTIN P.D." } });
  await screen.findByText("Payments for this issuer go to City of Austin.");
  fireEvent.change(field, { target: { value: "Dallas" } });
  await screen.findByText(/^No authority has this name\./);
});

it.each([
  ["ticket", aTicket],
  ["parking", aParking],
  ["toll", aToll],
] as const)(
  "shows the citation number and the issuer as the first fields of the %s form",
  (kind, build) => {
    serve(({ path }) => (path === "/api/session" ? sessionResponse(STAFF) : undefined));
    const citation = { citationNumber: "AB 12-3", issuer: "City of Austin" };
    for (const record of [undefined, build(citation)]) {
      const { unmount } = openScreen(
        <ItemDrawer kind={kind} user={USER} {...(record && { record })} onClose={() => {}} />,
        { user: STAFF, at: "/admin" },
      );
      const fields = [...document.querySelectorAll<HTMLInputElement>("fieldset [name]")];
      expect(fields.slice(0, 2).map(({ name, value }) => [name, value])).toEqual([
        ["citationNumber", record ? "AB 12-3" : ""],
        ["issuer", record ? "City of Austin" : ""],
      ]);
      expect(screen.getByLabelText("Citation Number")).toBe(fields[0]);
      expect(screen.getByLabelText("Issued By")).toBe(fields[1]);
      unmount();
    }
  },
);

const EQUAL = {
  code: "citation_exists",
  message: "This citation is already on file: toll 7 on driver 5’s record.",
  requestId: "0123456789",
  existing: { type: "toll", itemId: 7, userId: 5 },
};

async function expectLinkToEqual() {
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(
    "This citation is already on file: toll 7 on driver 5’s record.",
  );
  expect(within(alert).getByRole("link").getAttribute("href")).toBe("/admin/users/5");
  const number = screen.getByLabelText("Citation Number");
  expect(number.getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(document.activeElement).toBe(number));
}

it("links to the existing item when staff file its citation again, and keeps the draft", async () => {
  const { onClose } = renderDrawer({ status: 409, body: EQUAL });
  clickButton("Create Traffic Ticket");
  await screen.findByText("Is $12,345.67 correct?");
  clickButton("Yes, use $12,345.67");
  await expectLinkToEqual();
  expect(onClose).not.toHaveBeenCalled();
  expect(readDraft(DRAFT)).toMatchObject(WHOLE);
});

it("links to the existing item when staff enter its citation number on another item", async () => {
  serve(({ method, path }) => {
    if (path === "/api/session") return sessionResponse(STAFF);
    return method === "PATCH" ? { status: 409, body: EQUAL } : undefined;
  });
  openScreen(<ItemDrawer kind="parking" record={aParking()} user={USER} onClose={() => {}} />, {
    user: STAFF,
    at: "/admin",
  });
  fireEvent.change(screen.getByLabelText("Citation Number"), { target: { value: "AB 12-3" } });
  clickButton("Save changes");
  await expectLinkToEqual();
});
