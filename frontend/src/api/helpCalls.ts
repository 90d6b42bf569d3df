import type { Client } from "./generated/client";
import * as sdk from "./generated/help/sdk.gen";
import type { InquiryBody } from "./generated/help/types.gen";
import { listed } from "./listed";

/** Calls that only help and its chat make; in a module of their own, off the first screen. */
export const postHelpInquiry = (body: InquiryBody) =>
  sdk.askForHelp({ body: { ...body, createdAt: new Date().toISOString() } });
export const getHelpInquiries = () => sdk.listInquiries();
export const postChatMessage = (body: {
  helpInquiryId: number;
  senderId: number;
  senderType: "admin" | "user";
  message: string;
  createdAt: string;
  clientMessageId: string;
}) => sdk.sendMessage({ body });
/** Newest first, and whether support has closed the chat; with `after`, only messages with a larger id. */
export async function getChatMessages(
  id: number,
  query: { after?: number; limit?: number; offset?: number },
) {
  const read = (client: Client) => sdk.listMessages({ client, path: { id }, query });
  const { rows, header } = await listed(read);
  return { messages: rows, closed: header("x-inquiry-status") === "resolved" };
}
