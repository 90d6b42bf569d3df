import * as sdk from "@/api/generated/staff/sdk.gen";

export type {
  AuditEntry,
  BlockedIp,
  EnvironmentFinding,
  SecurityDashboard,
  SecurityEvent,
} from "@/api/generated/staff/types.gen";

export const DASHBOARD = "/api/security/dashboard";
export const EVENTS = "/api/security/events";
export const AUDIT = "/api/admin/audit";

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
  `${AUDIT}?${new URLSearchParams({ ...filter, format: "csv" })}`;
