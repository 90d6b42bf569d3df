// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Obligation, Remittance } from "@/api/types";
import { openScreen, STAFF, serve } from "@/testing/openScreen";
import { RemittancePanel } from "./RemittancePanel";

const REMITTANCE: Remittance = {
  id: 7,
  payee: { kind: "authority", id: 3, name: "City of Houston" },
  trustAccount: null,
  status: "prepared",
  payments: 2,
  amount: "110.00",
  leftOutPayments: 1,
  leftOutAmount: "40.00",
  downloadedAt: null,
  preparedAt: "2026-11-03T11:00:00Z",
  sentOn: null,
  reference: null,
  acceptedOn: null,
};

const OBLIGATION: Obligation = {
  paymentId: 5,
  remittanceId: 7,
  userId: 2,
  driverName: "Ann Doe",
  type: "parking",
  itemId: 8,
  label: "No parking",
  payee: { kind: "authority", id: 3, name: "City of Houston" },
  issuer: "City of Houston",
  number: "P-4711",
  confirmationNumber: "CONF-23456789AB",
  status: "prepared",
  amount: "110.00",
  preparedAmount: "150.00",
  toRecover: "0.00",
  withPayee: "0.00",
  chargedAt: "2026-11-01T12:00:00Z",
  sendBy: "2026-11-04",
  lateness: null,
  isHeldBack: false,
  acceptedOn: null,
};

const NOTICE = /isn’t included/;
const IN_FILE = /still includes it\. Download a new file before you send the money\./;
const DOWNLOADED = { downloadedAt: "2026-11-03T12:00:00Z" };

/** Shows a remittance with these changes. In the last downloaded file, its payment has the amount `fileAmount`. */
async function show(change: Partial<Remittance>, fileAmount: string | null) {
  const remittance = { ...REMITTANCE, ...change };
  serve(({ path }) =>
    path === "/api/admin/remittances/7"
      ? { body: { remittance, obligations: [{ ...OBLIGATION, fileAmount }], proofs: [] } }
      : { body: [] },
  );
  openScreen(<RemittancePanel id={7} onClose={vi.fn()} />, { user: STAFF });
  await screen.findByRole("button", { name: "Record as sent" });
}

it("shows no notice if no payment was refunded", async () => {
  await show({ ...DOWNLOADED, leftOutPayments: 0 }, "150.00");
  expect(screen.queryByText(NOTICE)).toBeNull();
  expect(screen.queryByText(IN_FILE)).toBeNull();
});

it.each([
  ["no file was downloaded", {}, null],
  ["the last file leaves the money out", DOWNLOADED, "110.00"],
])("says how much money isn't included if %s", async (_name, change, fileAmount) => {
  await show(change, fileAmount);
  screen.getByText("$40.00 isn’t included");
  screen.getByText(/1 payment in this remittance was refunded in full or in part/);
  expect(screen.queryByText(IN_FILE)).toBeNull();
});

it("asks for a new file if the last one still includes refunded money", async () => {
  await show({ ...DOWNLOADED, leftOutPayments: 2 }, "150.00");
  screen.getByText(/2 payments in this remittance were refunded in full or in part/);
  screen.getByText(IN_FILE);
});
