import * as help from "@/api/generated/help/sdk.gen";
import * as staff from "@/api/generated/staff/sdk.gen";

export const WAITING = "/api/admin/waiting";
/** Returns the records that need a response from staff. */
export const getWaitingRecords = () => staff.listWaiting();

export const INQUIRIES = "/api/help-inquiries";
/**
 * Returns the chat whose driver has waited longest for a reply; null if no driver waits. The server sorts answered
 * chats last.
 */
export async function getNextChat() {
  const query = { status: "pending", type: "chat", sort: "waiting", limit: 1 } as const;
  const [first] = await help.listInquiries({ query });
  return first?.desk?.waitingSince ? first : null;
}

/** URL of the cases' open deadlines: first contact, acceptance, signature, and lawyer's update. */
export const DEADLINES = "/api/admin/cases";
export const getDeadlines = () => staff.showCaseDesk();
