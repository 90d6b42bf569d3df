import * as help from "@/api/generated/help/sdk.gen";
import * as staff from "@/api/generated/staff/sdk.gen";
import { client } from "@/api/transport";

export const WAITING = "/api/admin/waiting";
export const getWaiting = () => staff.listWaiting();

export const INQUIRIES = "/api/help-inquiries";
/** Returns the chat whose driver has waited longest for a reply. The server sorts answered chats last. */
export async function getNextChat() {
  const query = { status: "pending", type: "chat", sort: "waiting", limit: 1 } as const;
  const [first] = await help.listInquiries({ query });
  return first?.desk?.waitingSince ? first : null;
}

/** An open deadline of a case: contact the driver, acceptance by a lawyer, the signature, or the lawyer's update. */
export type CaseDeadline = {
  /** The hire, and its case. */
  id: number;
  userId: number;
  driverName: string | null;
  what: "contact" | "accept" | "sign" | "update";
  by: string;
};

/** Deadlines that have passed, those until the end of today, and later ones; and the earliest of them. */
export type CaseDesk = { late: number; today: number; later: number; next: CaseDeadline[] };

export const DEADLINES = "/api/admin/cases";
export const getDeadlines = () => client.get<{ 200: CaseDesk }>({ url: DEADLINES });
