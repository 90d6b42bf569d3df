import * as requests from "@/api/generated/requests/sdk.gen";
import * as staff from "@/api/generated/staff/sdk.gen";
import type { ListCall, SumsCall } from "@/api/listed";
import type {
  MissingTicketReport,
  MissingTicketSummary,
  ReportStatus,
  StatusRequest,
  StatusRequestSummary,
  TextRequest,
  VehicleUpdate,
  VehicleUpdateSummary,
} from "@/api/types";

export const REPORTS: ListCall<MissingTicketReport> = {
  address: "/api/missing-ticket-reports",
  read: (client, query) => requests.listReports({ client, query }),
};
export const REPORT_SUMS: SumsCall<MissingTicketSummary> = {
  address: "/api/admin/missing-tickets/summary",
  read: () => staff.reportSummary(),
};
/** `from` is the status that was on the screen: another one meanwhile is not overwritten. */
export const patchReportStatus = (id: number, status: ReportStatus, from: ReportStatus) =>
  requests.setReportStatus({ path: { id }, body: { status, from } });

export const VEHICLES: ListCall<VehicleUpdate> = {
  address: "/api/admin/vehicle-updates",
  read: (client, query) => staff.listVehicleUpdates({ client, query }),
};
export const VEHICLE_SUMS: SumsCall<VehicleUpdateSummary> = {
  address: "/api/admin/vehicle-updates/summary",
  read: () => staff.vehicleUpdateSummary(),
};

export const STATUS_REQUESTS: ListCall<StatusRequest> = {
  address: "/api/admin/status-requests",
  read: (client, query) => staff.listStatusRequests({ client, query }),
};
export const STATUS_REQUEST_SUMS: SumsCall<StatusRequestSummary> = {
  address: "/api/admin/status-requests/summary",
  read: () => staff.statusRequestSummary(),
};
export const postReveal = (id: number, reason: string) =>
  staff.revealDigits({ path: { id }, body: { reason } });

export const TEXT_REQUESTS: ListCall<TextRequest> = {
  address: "/api/text-notifications",
  read: (client, query) => requests.listTextRequests({ client, query }),
};
