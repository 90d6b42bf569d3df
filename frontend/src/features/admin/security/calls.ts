import * as sdk from "@/api/generated/staff/sdk.gen";
import { type ListCall, listOf } from "@/api/listed";
import type { SecurityEvent } from "@/api/types";
import { AUDIT } from "../queue/trail/calls";

export const DASHBOARD = "/api/security/dashboard";

/** The trail of events; the search is for an address. */
export const EVENTS: ListCall<SecurityEvent> = {
  ...listOf(sdk.listEvents),
  read: (client, { q, ...query }) =>
    sdk.listEvents({ client, query: q ? { ...query, ip: q } : query }),
};
// The calls carry a fixed user id that the server does not believe: the session says who it is.
const userId = 1;

export const getDashboard = () => sdk.showDashboard({ query: { userId } });
export const postUnblock = (ip: string) => sdk.unblockIp({ body: { userId, ip } });
export const postBlock = (body: { ip: string; reason: string; hours: number }) =>
  sdk.blockIp({ body });

/** A page to be printed, or a file. */
export const reportHref = (format?: "csv" | "json"): string =>
  `/api/security/export-report?userId=${userId}${format ? `&format=${format}` : ""}`;

/** The audit trail as a file, filtered as it is shown. */
export const auditExport = (filter: Readonly<Record<string, string>>): string =>
  `${AUDIT.address}?${new URLSearchParams({ ...filter, format: "csv" })}`;
