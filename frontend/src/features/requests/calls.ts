import * as sdk from "@/api/generated/requests/sdk.gen";
import type { TicketReportType } from "@/api/types";

/** Calls that only the late parts of the profile make; in a module of their own, off the first screen. */
export const getReports = () => sdk.listReports({ query: { limit: 200 } });
export const postReport = (userId: number, state: string, ticketType: TicketReportType) =>
  sdk.reportMissingTicket({
    body: { userId, state, ticketType, reportedAt: new Date().toISOString(), status: "Pending" },
  });
export const postTextRequest = (userId: number, phoneNumber: string) =>
  sdk.askForTexts({ body: { userId, phoneNumber } });
export const deleteTextRequest = (id: number) => sdk.turnTextsOff({ path: { id } });
