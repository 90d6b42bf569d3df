import * as sdk from "./generated/help/sdk.gen";
import type { InquiryBody } from "./generated/help/types.gen";

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
/** Newest first; with `after`, only messages with a larger id. */
export const getChatMessages = (
  id: number,
  query: { after?: number; limit?: number; offset?: number },
) => sdk.listMessages({ path: { id }, query });
