// @vitest-environment jsdom
import { expect, it } from "vitest";
import { callsShowing } from "./desk/live/liveLists";
import { PAGES } from "./pages";

const HISTORY = "/api/admin/audit#history";
const CASES = "/api/admin/cases";
const REFUNDS = "/api/admin/payments#refunds";

it.each([
  [
    "lawyer_hire",
    ["/api/lawyer-hires", "/api/admin/lawyer-hires/summary", REFUNDS, CASES, HISTORY],
  ],
  ["lawyer", ["/api/admin/lawyers"]],
  [
    "missing_ticket_report",
    ["/api/missing-ticket-reports", "/api/admin/missing-tickets/summary", HISTORY],
  ],
  ["help_inquiry", ["/api/help-inquiries", "/api/admin/help-inquiries/summary", HISTORY]],
  ["text_notification_request", ["/api/text-notifications"]],
  [
    "user",
    [
      "/api/users",
      "/api/driving-profile",
      "/api/admin/users",
      "/api/admin/hardship-requests",
      "/api/admin/vehicle-updates",
      "/api/admin/vehicle-updates/summary",
      "/api/admin/status-requests",
      "/api/admin/status-requests/summary",
      HISTORY,
    ],
  ],
  ["notice_reply", ["/api/admin/replies"]],
  ["ticket", ["/api/tickets", "/api/admin/users", HISTORY]],
  [
    "payment_transaction",
    [
      "/api/payment-transactions",
      "/api/admin/payment-transactions/summary",
      "/api/tickets",
      "/api/parking",
      "/api/tolls",
      REFUNDS,
      HISTORY,
    ],
  ],
  ["chargeback", ["/api/admin/chargebacks", "/api/admin/chargebacks/summary", REFUNDS, HISTORY]],
])(
  "reloads every list that shows records of the kind %s when one of them changes",
  (kind, calls) => {
    expect(new Set(callsShowing(PAGES, [kind]))).toEqual(new Set(calls));
  },
);

it("reloads everything when a record of an unknown kind changes", () => {
  const all = callsShowing(PAGES, ["boat"]);
  expect(all).toEqual(callsShowing(PAGES, []));
  for (const { shows } of PAGES) if (shows) expect(all).toContain(shows.list.call.url);
});

it("gives each page its own path", () => {
  expect(new Set(PAGES.map(({ to }) => to)).size).toBe(PAGES.length);
});

it("names the security panel of the start screen Security Dashboard", () => {
  expect(PAGES.find(({ Screen, to }) => !Screen && to.includes("security"))?.label).toBe(
    "Security Dashboard",
  );
});
