import * as sdk from "@/api/generated/staff/sdk.gen";
import { type ListCall, toListCall } from "@/api/listCalls";
import type { SecurityEvent } from "@/api/types";
import { AUDIT } from "../queue/trail/calls";

export const DASHBOARD = "/api/security/dashboard";

/** The list of security events, whose search is for an IP address. */
export const EVENTS: ListCall<SecurityEvent> = {
  ...toListCall(sdk.listEvents),
  read: (client, { q, ...query }) =>
    sdk.listEvents({ client, query: q ? { ...query, ip: q } : query }),
};
// The calls require a user id, which the server ignores: it uses the session.
const userId = 1;

export const getDashboard = () => sdk.showDashboard({ query: { userId } });
export const postUnblock = (ip: string) => sdk.unblockIp({ body: { userId, ip } });
export const postBlock = (body: { ip: string; reason: string; hours: number }) =>
  sdk.blockIp({ body });

/** URL of the security report: a page for printing by default, or a CSV or JSON file. */
export const reportUrl = (format?: "csv" | "json"): string =>
  `/api/security/export-report?userId=${userId}${format ? `&format=${format}` : ""}`;

/** URL of the audit trail as a file, with the current filters. */
export const auditExportUrl = (filter: Readonly<Record<string, string>>): string =>
  `${AUDIT.url}?${new URLSearchParams({ ...filter, format: "csv" })}`;
