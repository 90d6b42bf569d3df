// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "@/api/client";
import type { Authority, MergePreview } from "@/api/types";
import * as toasts from "@/ui/overlays/toast";
import * as calls from "../calls";
import MergeDialog from "./MergeDialog";

vi.mock("../calls");

const CITY: Authority = {
  id: 1,
  name: "New York City",
  kind: "city",
  alsoCalled: ["NYC"],
  payTo: "ACH 1",
  postalAddress: "PO Box 1",
  state: "New York",
  county: null,
  timeZone: null,
  version: 3,
};
const SPELLING: Authority = {
  ...CITY,
  id: 2,
  name: "NYC Finance",
  alsoCalled: [],
  payTo: "ACH 2",
  postalAddress: "PO Box 2",
};
const TOLLS: Authority = { ...CITY, id: 3, name: "Port Authority", kind: "toll_agency" };

const PREVIEW: MergePreview = {
  version: 5,
  after: { ...CITY, alsoCalled: ["NYC", "NYC Finance"] },
  tickets: 0,
  parkingTickets: 1200,
  tolls: 1,
  ticketsHeard: 0,
  lawyers: 2,
  paymentsOwed: 4,
  preparedRemittances: 1,
  sentRemittances: 2,
  sources: ["New York City"],
  equal: [],
};
const EQUAL: MergePreview = {
  ...PREVIEW,
  equal: [
    {
      number: "AB1",
      items: [
        { type: "parking", itemId: 7, userId: 20 },
        { type: "toll", itemId: 8, userId: 21 },
      ],
    },
  ],
};

const onOpenChange = vi.fn();

function refusal(status: number, code: string, fields = {}) {
  return new ApiError(status, "", JSON.stringify({ code, message: "No.", fields }));
}

function renderDialog() {
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <MemoryRouter>
        <MergeDialog
          open
          onOpenChange={onOpenChange}
          authority={SPELLING}
          all={[CITY, SPELLING, TOLLS]}
        />
      </MemoryRouter>
    </SWRConfig>,
  );
}

/** Opens the dialog and chooses the authority that stays. */
async function chooseRemaining(name = /^New York City/) {
  renderDialog();
  fireEvent.click(screen.getByRole("combobox", { name: "Authority that stays" }));
  fireEvent.click(await screen.findByRole("option", { name }));
}

const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Merge" });
const confirmation = () => screen.findByRole("checkbox", { name: /can’t be undone/ });

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(calls.getMergePreview).mockResolvedValue(PREVIEW);
  vi.mocked(calls.postMerge).mockResolvedValue(PREVIEW.after);
});

it("offers every other authority, and shows what would move before staff can merge", async () => {
  renderDialog();
  expect(button().disabled).toBe(true);
  fireEvent.click(screen.getByRole("combobox"));
  const names = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
  expect(names).toEqual([
    "New York CityCity or county · New York",
    "Port AuthorityToll agency · New York",
  ]);
  fireEvent.click(screen.getByRole("option", { name: /^New York City/ }));
  expect(screen.getByText("Checking what would move")).toBeTruthy();
  expect(button().disabled).toBe(true);
  for (const line of [
    "1,200 parking tickets",
    "1 toll",
    "4 payments owed",
    "1 prepared remittance, to be sent to New York City. Download the file again.",
    "2 sent remittances, still shown as sent to NYC Finance",
    "City data from New York City",
  ])
    expect(await screen.findByText(line)).toBeTruthy();
  expect(screen.queryByText(/traffic tickets?$/)).toBeNull();
  expect(screen.getByText("ACH 1")).toBeTruthy();
  expect(screen.getByText("ACH 2")).toBeTruthy();
  expect(screen.getByText("PO Box 2")).toBeTruthy();
  expect(calls.getMergePreview).toHaveBeenCalledWith(2, 1);
});

it("merges with the versions of the preview once staff have confirmed", async () => {
  const toast = vi.spyOn(toasts, "toast");
  await chooseRemaining();
  const box = await confirmation();
  fireEvent.click(button());
  expect(await screen.findByText("Check the box to continue.")).toBeTruthy();
  expect(calls.postMerge).not.toHaveBeenCalled();
  fireEvent.click(box);
  fireEvent.click(button());
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
  expect(calls.postMerge).toHaveBeenCalledWith(2, { into: 1, version: 5, intoVersion: 3 });
  expect(calls.refreshMoney).toHaveBeenCalled();
  expect(toast).toHaveBeenCalledWith({
    title: "Authorities Merged",
    description: "NYC Finance is now another name for New York City.",
  });
});

it("links to items with equal citation numbers and blocks the merge", async () => {
  vi.mocked(calls.getMergePreview).mockResolvedValue(EQUAL);
  await chooseRemaining();
  expect(await screen.findByText("You can’t merge these authorities yet")).toBeTruthy();
  const links = screen.getAllByRole<HTMLAnchorElement>("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Parking ticket 7", "/admin/users/20"],
    ["Toll 8", "/admin/users/21"],
  ]);
  expect(button().disabled).toBe(true);
  expect(screen.queryByRole("checkbox")).toBeNull();
});

it("shows at the field why staff can’t merge into the chosen authority", async () => {
  vi.mocked(calls.getMergePreview).mockRejectedValue(
    refusal(422, "validation", { into: "These authorities are of different kinds." }),
  );
  await chooseRemaining(/^Port Authority/);
  expect(await screen.findByText("These authorities are of different kinds.")).toBeTruthy();
  expect(button().disabled).toBe(true);
});

it("offers no retry if a colleague has already merged one of the authorities", async () => {
  vi.mocked(calls.getMergePreview).mockRejectedValue(refusal(404, "not_found"));
  await chooseRemaining();
  expect(await screen.findByText(/already merged one of these authorities/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("offers to retry a preview that didn’t load", async () => {
  vi.mocked(calls.getMergePreview).mockRejectedValueOnce(new NetworkError("down"));
  await chooseRemaining();
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await confirmation()).toBeTruthy();
});

it("asks for a new confirmation if a colleague changed an authority in the meantime", async () => {
  vi.mocked(calls.postMerge).mockRejectedValueOnce(refusal(409, "changed_meanwhile"));
  await chooseRemaining();
  fireEvent.click(await confirmation());
  vi.mocked(calls.getMergePreview).mockResolvedValue({ ...PREVIEW, version: 6 });
  fireEvent.click(button());
  expect(await screen.findByText(/A colleague changed one of these authorities/)).toBeTruthy();
  const box = (await confirmation()) as HTMLInputElement;
  expect(box.checked).toBe(false);
  fireEvent.click(box);
  fireEvent.click(button());
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
  expect(vi.mocked(calls.postMerge).mock.calls[1]).toEqual([
    2,
    { into: 1, version: 6, intoVersion: 3 },
  ]);
});

it("closes the dialog and refreshes the list if a colleague has already merged the authority", async () => {
  const toast = vi.spyOn(toasts, "toast");
  vi.mocked(calls.postMerge).mockRejectedValueOnce(refusal(404, "not_found"));
  await chooseRemaining();
  fireEvent.click(await confirmation());
  fireEvent.click(button());
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
  expect(calls.refreshMoney).toHaveBeenCalled();
  expect(toast).toHaveBeenCalledWith(expect.objectContaining({ title: "Nothing Was Merged" }));
});
