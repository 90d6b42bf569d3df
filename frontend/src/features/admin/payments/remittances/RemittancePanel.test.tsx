// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Obligation, Remittance } from "@/api/types";
import { open, STAFF, serve } from "@/testing/opened";
import { RemittancePanel } from "./RemittancePanel";

const REMITTANCE: Remittance = {
  id: 7,
  authorityId: 3,
  authority: "City of Houston",
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
  issuer: "City of Houston",
  number: "P-4711",
  confirmationNumber: "CONF-23456789AB",
  status: "prepared",
  amount: "110.00",
  preparedAmount: "150.00",
  toRecover: "0.00",
  withAuthority: "0.00",
  chargedAt: "2026-11-01T12:00:00Z",
  sendBy: "2026-11-04",
  lateness: null,
  isHeldBack: false,
  acceptedOn: null,
};

it.each([
  ["isn’t mentioned while nothing is left out", { leftOutPayments: 0 }, "150.00", null, null],
  [
    "is named before a file was downloaded",
    {},
    null,
    "1 payment in this remittance was refunded in full or in part",
    null,
  ],
  [
    "is still in an older file",
    { downloadedAt: "2026-11-03T12:00:00Z" },
    "150.00",
    "1 payment in this remittance was refunded in full or in part",
    "Download a new file before you send the money.",
  ],
  [
    "isn’t in a newer file",
    { downloadedAt: "2026-11-03T12:00:00Z", leftOutPayments: 2 },
    "110.00",
    "2 payments in this remittance were refunded in full or in part",
    null,
  ],
])("refunded money %s", async (_name, change, fileAmount, notice, inFile) => {
  const remittance = { ...REMITTANCE, ...change };
  serve(({ path }) =>
    path === "/api/admin/remittances/7"
      ? { body: { remittance, obligations: [{ ...OBLIGATION, fileAmount }], proofs: [] } }
      : { body: [] },
  );
  open(<RemittancePanel id={7} onClose={vi.fn()} />, { user: STAFF });
  await screen.findByRole("button", { name: "Record as sent" });
  expect(document.body.textContent?.includes(notice ?? "isn’t included")).toBe(notice !== null);
  expect(document.body.textContent?.includes(inFile ?? "still includes it")).toBe(inFile !== null);
});
