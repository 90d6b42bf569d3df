import * as sdk from "@/api/generated/help/sdk.gen";
import type { InquiryBody } from "@/api/types";

export const postHelpInquiry = (body: InquiryBody) =>
  sdk.createHelpInquiry({ body: { ...body, createdAt: new Date().toISOString() } });
export const getHelpInquiries = () => sdk.listInquiries();
