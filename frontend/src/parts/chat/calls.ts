import * as sdk from "@/api/generated/help/sdk.gen";
import { readPage } from "@/api/listCalls";
import type { Client } from "@/api/types";

// Calls of a chat. They are in their own module to keep them out of the first screen's code.

export const postChatMessage = (body: {
  helpInquiryId: number;
  senderId: number;
  senderType: "admin" | "user";
  message: string;
  createdAt: string;
  clientMessageId: string;
}) => sdk.sendMessage({ body });
/**
 * Returns messages, newest first, and whether support has closed the chat. With `after`, only messages with a larger
 * id.
 */
export async function getChatMessages(
  id: number,
  query: { after?: number; limit?: number; offset?: number },
) {
  const read = (client: Client) => sdk.listMessages({ client, path: { inquiryId: id }, query });
  const { rows, header } = await readPage(read);
  return { messages: rows, closed: header("x-inquiry-status") === "resolved" };
}
