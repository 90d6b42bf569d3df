// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Remittance } from "@/api/types";
import { openScreen, STAFF, serve } from "@/testing/openScreen";
import { anObligation, aRemittance } from "@/testing/samplePayments";
import { RemittancePanel } from "./RemittancePanel";

const NOTICE = /isn’t included/;
const IN_FILE = /still includes it\. Download a new file before you send the money\./;
const DOWNLOADED = { downloadedAt: "2026-11-03T12:00:00Z" };

/** Shows a sample remittance with this change. In the last downloaded file, its payment has the amount `fileAmount`. */
async function renderPanel(change: Partial<Remittance>, fileAmount: string | null) {
  const remittance = aRemittance(change);
  const obligation = anObligation({ amount: "110.00", preparedAmount: "150.00", fileAmount });
  serve(({ path }) =>
    path === "/api/admin/remittances/7"
      ? { body: { remittance, obligations: [obligation], proofs: [] } }
      : { body: [] },
  );
  openScreen(<RemittancePanel id={7} onClose={vi.fn()} />, { user: STAFF });
  await screen.findByRole("button", { name: "Record as sent" });
}

it("shows no notice if no payment was refunded", async () => {
  await renderPanel({ ...DOWNLOADED, leftOutPayments: 0 }, "150.00");
  expect(screen.queryByText(NOTICE)).toBeNull();
  expect(screen.queryByText(IN_FILE)).toBeNull();
});

it.each([
  ["no file was downloaded", {}, null],
  ["the last file leaves the money out", DOWNLOADED, "110.00"],
])(
  "says how much refunded money the remittance leaves out if %s",
  async (_name, change, fileAmount) => {
    await renderPanel(change, fileAmount);
    screen.getByText("$40.00 isn’t included");
    screen.getByText(/1 payment in this remittance was refunded in full or in part/);
    expect(screen.queryByText(IN_FILE)).toBeNull();
  },
);

it("asks staff to download a new file if the last file still includes refunded money", async () => {
  await renderPanel({ ...DOWNLOADED, leftOutPayments: 2 }, "150.00");
  screen.getByText(/2 payments in this remittance were refunded in full or in part/);
  screen.getByText(IN_FILE);
});
