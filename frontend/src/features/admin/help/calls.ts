import * as help from "@/api/generated/help/sdk.gen";
import * as staff from "@/api/generated/staff/sdk.gen";
import type { ListCall, SumsCall } from "@/api/listed";
import type { HelpInquiry, HelpInquirySummary } from "@/api/types";

export const INQUIRIES: ListCall<HelpInquiry> = {
  address: "/api/help-inquiries",
  read: (client, query) => help.listInquiries({ client, query }),
};
export const INQUIRY_SUMS: SumsCall<HelpInquirySummary> = {
  address: "/api/admin/help-inquiries/summary",
  read: () => staff.inquirySummary(),
};

export const patchInquiryResolved = (id: number) =>
  staff.resolveInquiry({ path: { id }, body: { status: "resolved" } });
