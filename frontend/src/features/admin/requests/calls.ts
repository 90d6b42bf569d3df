import * as requests from "@/api/generated/requests/sdk.gen";
import * as sdk from "@/api/generated/sdk.gen";
import * as staff from "@/api/generated/staff/sdk.gen";
import type { LicenseStatus, MissingTicketReport, ReportStatus } from "@/api/types";

/** Reads one report. Returns null if it no longer exists. */
export async function getReport(id: number): Promise<MissingTicketReport | null> {
  const [report] = await requests.listReports({ query: { id, limit: 1 } });
  return report ?? null;
}
/** The server refuses the call if a colleague has changed the status since the page showed it. */
export const patchReportStatus = (
  id: number,
  status: ReportStatus,
  shownStatus: ReportStatus,
  item: FoundItem | null = null,
) =>
  requests.setReportStatus({
    path: { id },
    body: { status, from: shownStatus, ...(item && { itemKind: item.kind, itemId: item.id }) },
  });
/** The item that was found for a report. */
export type FoundItem = { kind: "ticket" | "parking" | "toll"; id: number };

/** Returns all items of a driver: tickets, then parking tickets, then tolls. */
export async function getItems(userId: number): Promise<(FoundItem & { label: string })[]> {
  const request = { path: { id: userId }, query: { all: true } };
  const [tickets, parking, tolls] = await Promise.all([
    sdk.listTickets(request),
    sdk.listParking(request),
    sdk.listTolls(request),
  ]);
  const toFoundItem = (kind: FoundItem["kind"], id: number, label: string, amount: string) => ({
    kind,
    id,
    label: `${label} · ${amount} · ${kind} ${id}`,
  });
  return [
    ...tickets.map((one) => toFoundItem("ticket", one.id, one.violationType, one.amount)),
    ...parking.map((one) => toFoundItem("parking", one.id, one.violationType, one.amount)),
    ...tolls.map((one) => toFoundItem("toll", one.id, one.tollRoad, one.amount)),
  ];
}

export const postRevealSsnDigits = (id: number, reason: string) =>
  staff.revealDigits({ path: { userId: id }, body: { reason } });

/**
 * Sets status and points, solves the request and erases the SSN digits, in one call. The server refuses the call if the
 * driver has sent a newer request than the one of `requestedAt`.
 */
export const postSettleStatusRequest = (
  id: number,
  body: { licenseStatus: LicenseStatus; currentPoints?: number; requestedAt: string | null },
) => staff.settleStatusRequest({ path: { userId: id }, body });
