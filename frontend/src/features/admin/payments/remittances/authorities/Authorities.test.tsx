// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { mutate } from "swr";
import { beforeEach, expect, it } from "vitest";
import type { Authority } from "@/api/types";
import { type FakeResponse, openDeskPage } from "@/testing/openScreen";
import { AUTHORITIES_KEY } from "../calls";
import { Authorities } from "./Authorities";

const AUSTIN: Authority = {
  id: 1,
  version: 2,
  name: "Austin Municipal Court",
  kind: "court",
  alsoCalled: [],
  payTo: "ACH 1",
  postalAddress: null,
  state: "Texas",
  county: null,
  timeZone: null,
};

/**
 * Opens the form of an authority whose version on the server is 2. `patch` responds to a change, and gets the version
 * on the server. Returns the form, a function that lets a colleague change how to pay, and the versions sent.
 */
async function openForm(patch: (version: number) => FakeResponse) {
  let [version, payTo] = [2, "ACH 1"];
  const { sent } = openDeskPage(<Authorities />, "/admin/remittances", {
    [AUTHORITIES_KEY]: () => ({ body: [{ ...AUSTIN, version, payTo }] }),
    [`PATCH ${AUTHORITIES_KEY}/1`]: () => patch(version),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Edit Austin Municipal Court" }));
  const form = within(await screen.findByRole("dialog"));
  return {
    form,
    save: () => fireEvent.click(form.getByRole("button", { name: "Save" })),
    changeByColleague: () => {
      version += 1;
      payTo = `ACH ${version}`;
    },
    sentVersions: () => sent("PATCH").map(({ body }) => (body as { version: number }).version),
  };
}

const CONFLICT = { status: 409, body: { code: "changed_meanwhile", message: "Changed." } };
const CONFLICT_TEXT = /^A colleague changed this authority in the meantime/;

// Empties the cache, and drops reads that the previous test left in flight.
beforeEach(() => mutate(() => true, undefined));

it("reports a conflict if the list loaded a colleague's change while the form was open", async () => {
  const { form, save, changeByColleague, sentVersions } = await openForm(() => CONFLICT);
  fireEvent.change(form.getByLabelText(/^County/), { target: { value: "Travis" } });
  changeByColleague();
  await act(() => mutate(AUTHORITIES_KEY));
  await screen.findByText("ACH 3");
  save();
  await form.findByText(CONFLICT_TEXT);
  expect(sentVersions()).toEqual([2]);
});

it("says that a colleague changed the authority, and sends the newest version on a second Save", async () => {
  const { form, save, changeByColleague, sentVersions } = await openForm((version) => {
    if (version === 3) return { body: AUSTIN };
    changeByColleague();
    return CONFLICT;
  });
  save();
  await form.findByText(CONFLICT_TEXT);
  save();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sentVersions()).toEqual([2, 3]);
});
