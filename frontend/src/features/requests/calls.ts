import * as added from "@/api/generated/added/sdk.gen";
import * as sdk from "@/api/generated/requests/sdk.gen";
import type { TicketReportType } from "@/api/types";

// Calls for parts of the profile that load on demand. They are in their own module to keep them out
// of the first screen's code.

export const getReports = () => sdk.listReports({ query: { limit: 200 } });
export const postReport = (userId: number, state: string, ticketType: TicketReportType) =>
  sdk.reportMissingTicket({
    body: { userId, state, ticketType, reportedAt: new Date().toISOString(), status: "Pending" },
  });
export const postTextRequest = (userId: number, phoneNumber: string) =>
  sdk.requestTexts({ body: { userId, phoneNumber } });
export const deleteTextRequest = (id: number) => sdk.turnTextsOff({ path: { id } });
export const getAddedItems = () => added.listAddedItems();
export const deleteAddedItem = (id: number) => added.withdrawAddedItem({ path: { id } });
