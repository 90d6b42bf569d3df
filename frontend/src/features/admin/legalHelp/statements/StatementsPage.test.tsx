// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { mutate } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import type { MonthOfStatements, Statement } from "@/api/types";
import { openDeskPage } from "@/testing/openScreen";
import StatementsPage from "./StatementsPage";

vi.mock("../../desk/live/useLiveDesk", async (original) => ({
  ...(await original<object>()),
  useLiveDesk: () => undefined,
}));

const UNPAID: Statement = {
  id: 7,
  number: "LS-202611-000007",
  lawyerId: 1,
  lawyerName: "Lena Ortiz",
  firm: "Ortiz Traffic Law",
  month: "2026-11",
  fee: "199.00",
  madeAt: "2026-11-01T04:01:00Z",
  paidOn: null,
  reference: null,
  recordedAt: null,
  recordedBy: null,
  version: 1,
};
const PAID: Statement = {
  ...UNPAID,
  id: 8,
  lawyerName: "Marcus Bell",
  paidOn: "2026-11-10",
  reference: "ACH 4711",
  recordedAt: "2026-11-11T15:00:00Z",
  recordedBy: "Alex Kim",
  version: 2,
};
const MONTH: MonthOfStatements = {
  month: "2026-11",
  months: ["2026-11", "2026-10"],
  total: "398.00",
  paid: "199.00",
  statements: [UNPAID, PAID],
};

const LIST = "/api/admin/statements";

const openPage = (answers: Parameters<typeof openDeskPage>[2]) =>
  openDeskPage(<StatementsPage />, "/admin/statements", answers);

const answer = (body: unknown) => () => ({ body });
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

// Empties the cache, and drops reads that the previous test left in flight.
beforeEach(() => mutate(() => true, undefined));

it("lists which lawyers have paid the month's fee, with totals and files", async () => {
  openPage({ [LIST]: answer(MONTH) });
  const rows = await screen.findAllByRole("row");
  expect(rows[1]?.textContent).toContain("Lena OrtizOrtiz Traffic Law$199.00Unpaid—");
  expect(rows[2]?.textContent).toContain("Paid11/10/2026, ACH 4711Recorded by Alex Kim");
  const sums = within(screen.getByRole("region", { name: "Fees for the month" }));
  sums.getByText("$398.00");
  screen.getByText(/doesn’t depend on cases, prices or outcomes/);
  expect(screen.getByRole("link", { name: "Export CSV" }).getAttribute("href")).toBe(
    `${LIST}/file?month=2026-11`,
  );
  expect(
    screen.getByRole("link", { name: /^Statement PDF\s*for Lena Ortiz/ }).getAttribute("href"),
  ).toBe(`${LIST}/7/pdf`);
});

it("loads the statements of the selected month", async () => {
  const { requests } = openPage({ [LIST]: answer(MONTH) });
  await screen.findAllByRole("row");
  fireEvent.change(screen.getByLabelText("Month"), { target: { value: "2026-10" } });
  await waitFor(() => expect(requests.at(-1)?.query.get("month")).toBe("2026-10"));
});

it("requires a reference to record a payment, and keeps the input if that fails", async () => {
  let fails = true;
  const { sent } = openPage({
    [LIST]: answer(MONTH),
    [`POST ${LIST}/7/paid`]: () => (fails ? null : { body: PAID }),
  });
  await press("Record payment: Lena Ortiz");
  const form = await dialog("Record payment");
  form.getByText(/Lena Ortiz owes \$199.00 for November 2026/);
  fireEvent.click(form.getByRole("button", { name: "Record payment" }));
  await form.findByText("Enter the bank’s reference or the check number.");
  fireEvent.change(form.getByLabelText("Paid on"), { target: { value: "2026-11-20" } });
  fireEvent.change(form.getByLabelText("Reference"), { target: { value: " ACH 4712 " } });
  fireEvent.click(form.getByRole("button", { name: "Record payment" }));
  await form.findByText("Unable to connect to server. Please try again.");
  fails = false;
  fireEvent.click(form.getByRole("button", { name: "Record payment" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent("POST").at(-1)?.body).toEqual({
    paidOn: "2026-11-20",
    reference: "ACH 4712",
    version: 1,
  });
});

it("opens a recorded payment for editing with its values, and says if a colleague changed it", async () => {
  openPage({
    [LIST]: answer(MONTH),
    [`POST ${LIST}/8/paid`]: () => ({ status: 409, body: { code: "changed_meanwhile" } }),
  });
  await press("Edit payment: Marcus Bell");
  const form = await dialog("Edit the payment");
  expect(form.getByLabelText("Paid on")).toHaveProperty("value", "2026-11-10");
  expect(form.getByLabelText("Reference")).toHaveProperty("value", "ACH 4711");
  fireEvent.click(form.getByRole("button", { name: "Save" }));
  await form.findByText(/A colleague already changed this statement/);
});

it("removes a payment after a confirmation", async () => {
  const { sent } = openPage({
    [LIST]: answer(MONTH),
    [`POST ${LIST}/8/unpaid`]: () => ({ body: UNPAID }),
  });
  await press("Remove payment: Marcus Bell");
  const form = await dialog("Remove this payment?");
  fireEvent.click(form.getByRole("button", { name: "Remove payment" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent("POST").at(-1)?.body).toEqual({ version: 2 });
});

it("says that a month has no statements, and offers no export", async () => {
  openPage({ [LIST]: answer({ ...MONTH, statements: [], total: "0.00", paid: "0.00" }) });
  await screen.findByText("No statements for November 2026");
  expect(screen.queryByRole("link", { name: "Export CSV" })).toBeNull();
});
