import * as help from "@/api/generated/help/sdk.gen";
import * as staff from "@/api/generated/staff/sdk.gen";

export const WAITING = "/api/admin/waiting";
export const getWaiting = () => staff.listWaiting();

export const INQUIRIES = "/api/help-inquiries";
export const getNextChat = async () =>
  (
    await help.listInquiries({
      query: { status: "pending", type: "chat", sort: "waiting", limit: 1 },
    })
  )[0] ?? null;
