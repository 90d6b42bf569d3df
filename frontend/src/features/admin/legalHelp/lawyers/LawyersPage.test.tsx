// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { mutate } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import type { Lawyer } from "@/api/types";
import { openDeskPage, STAFF } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { toastItems } from "@/ui/overlays/toast";
import LawyersPage from "./LawyersPage";

vi.mock("../../desk/live/useLiveDesk", async (original) => ({
  ...(await original<object>()),
  useLiveDesk: () => undefined,
}));

const LENA: Lawyer = {
  id: 1,
  version: 2,
  name: "Lena Ortiz",
  firm: "Ortiz Traffic Law",
  licenses: [{ state: "Texas", number: "24012345" }],
  areas: [{ state: "Texas", county: null, courtId: null }],
  takesMisdemeanors: true,
  capacity: 20,
  email: "lena@x.test",
  phone: "5125550142",
  trustAccountName: "Ortiz IOLTA",
  monthlyFee: "199.00",
  feeFrom: "2026-11",
  isActive: true,
  hasAccount: true,
  userId: 11,
  hasSecondFactor: false,
  hasPhoto: false,
  openCases: 3,
  minutesToAccept: 330,
  overdueUpdates: 1,
};

const openPage = (answers: Parameters<typeof openDeskPage>[2], user = STAFF) =>
  openDeskPage(<LawyersPage />, "/admin/lawyers", answers, user);

const LIST = "/api/admin/lawyers";
const answer = (body: unknown) => () => ({ body });
const clickButton = (name: string | RegExp) =>
  fireEvent.click(screen.getByRole("button", { name }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

// Empties the cache, and drops reads that the previous test left in flight.
beforeEach(() => mutate(() => true, undefined));

it("lists each lawyer with open cases, time to accept and overdue updates", async () => {
  const inactive = { ...LENA, id: 2, name: "Marcus Bell", isActive: false, minutesToAccept: null };
  openPage({ [LIST]: answer([LENA, { ...inactive, overdueUpdates: 0, openCases: 0 }]) });
  const rows = await screen.findAllByRole("row");
  expect(rows.slice(1).map((row) => within(row).getAllByRole("cell")[0]?.textContent)).toEqual([
    "Lena OrtizOrtiz Traffic Law",
    "Marcus BellOrtiz Traffic Law",
  ]);
  const [, lena, marcus] = rows;
  expect(lena?.textContent).toContain("Texas3 of 205.5 h1Active");
  expect(marcus?.textContent).toContain("0 of 20—0Inactive");
});

it("says that there are no lawyers yet if the list is empty", async () => {
  openPage({ [LIST]: answer([]) });
  await screen.findByText("No lawyers yet");
});

it("shows an error with a retry button if the list doesn't load", async () => {
  let fails = true;
  openPage({ [LIST]: () => (fails ? null : { body: [LENA] }) });
  await screen.findByText("We couldn’t load the lawyers");
  fails = false;
  clickButton("Try again");
  await screen.findByText("Lena Ortiz");
});

it("shows drivers that the page is for staff only, and loads nothing", async () => {
  const { requests } = openPage({}, USER);
  await screen.findByText("This area is for Lanewise staff");
  expect(requests.filter(({ path }) => path !== "/api/session")).toEqual([]);
});

it("adds a lawyer, and keeps the input if that fails", async () => {
  let fails = true;
  const { sent } = openPage({
    [LIST]: answer([]),
    [`POST ${LIST}`]: () => (fails ? null : { status: 201, body: LENA }),
  });
  await screen.findByText("No lawyers yet");
  clickButton("Add lawyer");
  const form = await dialog("Add a lawyer");
  const name = form.getByLabelText("Name");
  await waitFor(() => expect(document.activeElement).toBe(name));
  fireEvent.click(form.getByRole("button", { name: "Add lawyer" }));
  await form.findByText("Enter the name that drivers see.");
  const type = (label: string, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  type("Name", "Lena Ortiz");
  type("Law firm", "Ortiz Traffic Law");
  type("Email", "lena@x.test");
  type("Phone", "5125550142");
  type("Name on the trust account", "Ortiz IOLTA");
  type("State of the license", "Texas");
  type("License number", "24012345");
  type("State", "Texas");
  fireEvent.click(form.getByRole("button", { name: "Add lawyer" }));
  await form.findByText("Unable to connect to server. Please try again.");
  expect(form.getByLabelText("Name")).toHaveProperty("value", "Lena Ortiz");
  fails = false;
  fireEvent.click(form.getByRole("button", { name: "Add lawyer" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent("POST").at(-1)?.body).toEqual({
    name: "Lena Ortiz",
    firm: "Ortiz Traffic Law",
    licenses: [{ state: "Texas", number: "24012345" }],
    areas: [{ state: "Texas", county: null, courtId: null }],
    takesMisdemeanors: true,
    capacity: 20,
    email: "lena@x.test",
    phone: "5125550142",
    trustAccountName: "Ortiz IOLTA",
    monthlyFee: null,
  });
});

it("restores a closed form's input, and moves the focus when rows are added and removed", async () => {
  openPage({ [LIST]: answer([LENA]) });
  fireEvent.click(await screen.findByRole("button", { name: "Edit Lena Ortiz" }));
  let form = await dialog("Edit Lena Ortiz");
  fireEvent.click(form.getByRole("button", { name: "Add area" }));
  const second = within(form.getByRole("group", { name: "area 2" }));
  await waitFor(() => expect(document.activeElement).toBe(second.getByLabelText("State")));
  fireEvent.change(second.getByLabelText("Which courts"), { target: { value: "county" } });
  fireEvent.change(second.getByLabelText("County"), { target: { value: "Travis" } });
  fireEvent.click(form.getByRole("button", { name: "Cancel" }));
  clickButton("Edit Lena Ortiz");
  form = await dialog("Edit Lena Ortiz");
  form.getByText(/We restored what you typed/);
  expect(form.getByLabelText("County")).toHaveProperty("value", "Travis");
  fireEvent.click(form.getByRole("button", { name: "Remove area 2" }));
  await waitFor(() =>
    expect(document.activeElement).toBe(form.getByRole("button", { name: "Add area" })),
  );
  fireEvent.click(form.getByRole("button", { name: "Start over" }));
  expect(form.queryByText(/We restored what you typed/)).toBeNull();
});

it("saves a restored draft with the version it is based on, even if the list has a newer one", async () => {
  let version = 2;
  const { sent } = openPage({
    [LIST]: () => ({ body: [{ ...LENA, version, hasPhoto: true }] }),
    [`DELETE ${LIST}/1/photo`]: () => {
      version = 3;
      return { body: { ...LENA, version } };
    },
    [`PATCH ${LIST}/1`]: () => ({
      status: 409,
      body: { code: "changed_meanwhile", message: "C." },
    }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Edit Lena Ortiz" }));
  let form = await dialog("Edit Lena Ortiz");
  fireEvent.change(form.getByLabelText("Law firm"), { target: { value: "Ortiz and Hale" } });
  fireEvent.click(form.getByRole("button", { name: "Remove photo" }));
  await waitFor(() => expect(sent("GET").filter(({ path }) => path === LIST)).toHaveLength(2));
  fireEvent.click(form.getByRole("button", { name: "Cancel" }));
  clickButton("Edit Lena Ortiz");
  form = await dialog("Edit Lena Ortiz");
  form.getByText(/We restored what you typed/);
  fireEvent.click(form.getByRole("button", { name: "Save" }));
  await form.findByText(/^A colleague changed this lawyer in the meantime/);
  expect(sent("PATCH").map(({ body }) => (body as { version: number }).version)).toEqual([2]);
});

it("says that a colleague changed the lawyer, and sends the newest version on a second Save", async () => {
  let version = 2;
  const { sent } = openPage({
    [LIST]: () => ({ body: [{ ...LENA, version }] }),
    [`PATCH ${LIST}/1`]: () => {
      if (version === 3) return { body: LENA };
      version = 3;
      return { status: 409, body: { code: "changed_meanwhile", message: "Changed." } };
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Edit Lena Ortiz" }));
  const form = await dialog("Edit Lena Ortiz");
  fireEvent.click(form.getByRole("button", { name: "Save" }));
  await form.findByText(
    "A colleague changed this lawyer in the meantime. Save again to replace their version with yours.",
  );
  fireEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent("PATCH").map(({ body }) => (body as { version: number }).version)).toEqual([2, 3]);
});

it.each([
  ["We couldn’t confirm the changeUnable to connect to server. Please try again.", null],
  ["Nothing was changedNot now.", { status: 409, body: { code: "x", message: "Not now." } }],
])(
  "says after a failed deactivation that nothing was changed, unless the response was lost: %s",
  async (text, response) => {
    openPage({
      [LIST]: answer([LENA]),
      [`${LIST}/1`]: answer({ lawyer: LENA, cases: [] }),
      [`POST ${LIST}/1/active`]: () => response,
    });
    fireEvent.click(await screen.findByRole("button", { name: "Deactivate Lena Ortiz" }));
    const ask = await dialog("Deactivate Lena Ortiz?");
    fireEvent.click(ask.getByRole("button", { name: "Deactivate" }));
    expect((await ask.findByRole("alert")).textContent).toBe(text);
  },
);

it("lists the open cases before staff deactivate a lawyer", async () => {
  let fails = true;
  const cases = [
    { id: 7, userId: 3, driverName: "Alex Doe", violation: "Speeding", step: "court_date_set" },
  ];
  const { sent } = openPage({
    [LIST]: answer([LENA]),
    [`${LIST}/1`]: () => (fails ? null : { body: { lawyer: LENA, cases } }),
    [`POST ${LIST}/1/active`]: answer({ ...LENA, isActive: false }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Deactivate Lena Ortiz" }));
  const ask = await dialog("Deactivate Lena Ortiz?");
  await ask.findByText("We couldn’t load the open cases");
  fails = false;
  fireEvent.click(ask.getByRole("button", { name: "Try again" }));
  const hire = await ask.findByRole("link", { name: "Hire 7" });
  expect(hire.getAttribute("href")).toBe("/admin/lawyer-hires?q=7&row=7");
  expect(hire.closest("li")?.textContent).toBe("Hire 7, Alex Doe #3, court date set");
  fireEvent.click(ask.getByRole("button", { name: "Deactivate" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent("POST")[0]?.body).toEqual({ isActive: false, version: 2 });
});

it.each([
  [true, "They’ll get offers again and can log in.", "Lena Ortiz gets offers again."],
  [
    false,
    "They’ll get offers once they accept their invitation.",
    "Lena Ortiz will get offers once they accept their invitation.",
  ],
])(
  "says when an activated lawyer will get offers (the lawyer has an account: %s)",
  async (hasAccount, ask, done) => {
    const lawyer = { ...LENA, isActive: false, hasAccount };
    openPage({
      [LIST]: answer([lawyer]),
      [`POST ${LIST}/1/active`]: answer({ ...lawyer, isActive: true }),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Activate Lena Ortiz" }));
    const form = await dialog("Activate Lena Ortiz?");
    form.getByText(ask);
    fireEvent.click(form.getByRole("button", { name: "Activate" }));
    await waitFor(() => expect(toastItems().map(({ description }) => description)).toContain(done));
  },
);

it("invites a lawyer who has no account, and shows the link if no email can be sent", async () => {
  openPage({
    [LIST]: answer([{ ...LENA, hasAccount: false }]),
    "/api/account/second-factor": answer({ isOn: false, recoveryCodesLeft: 0 }),
    [`POST ${LIST}/1/invite`]: () => ({
      status: 201,
      body: {
        id: 5,
        email: "lena@x.test",
        invitedBy: 1,
        createdAt: "2026-11-20T15:00:00Z",
        expiresAt: "2026-11-23T15:00:00Z",
        link: "https://x.test/invitation#abc",
      },
    }),
  });
  await screen.findByText("Hasn’t joined yet");
  clickButton("Invite Lena Ortiz");
  const ask = await dialog("Invite Lena Ortiz");
  fireEvent.change(await ask.findByLabelText("Your password"), { target: { value: "secret" } });
  fireEvent.click(ask.getByRole("button", { name: "Invite" }));
  await screen.findByText("https://x.test/invitation#abc");
});

it("resets the second factor of a lawyer who lost their device", async () => {
  const { sent } = openPage({
    [LIST]: answer([
      LENA,
      { ...LENA, id: 2, name: "Marcus Bell", userId: 12, hasSecondFactor: true },
    ]),
    "/api/account/second-factor": answer({ isOn: false, isNeeded: false, recoveryCodes: 0 }),
    "POST /api/admin/staff/12/reset-second-factor": answer({}),
  });
  await screen.findByText("Marcus Bell");
  expect(
    screen.queryByRole("button", { name: "Reset two-step verification for Lena Ortiz" }),
  ).toBeNull();
  clickButton("Reset two-step verification for Marcus Bell");
  const open = await dialog("Reset Marcus Bell’s two-step verification?");
  fireEvent.change(open.getByLabelText("Your password"), { target: { value: "right" } });
  fireEvent.click(open.getByRole("button", { name: "Reset" }));
  await waitFor(() => expect(toastItems().at(-1)?.title).toBe("Two-Step Verification Reset"));
  expect(sent("POST").map(({ path }) => path)).toEqual(["/api/admin/staff/12/reset-second-factor"]);
});
