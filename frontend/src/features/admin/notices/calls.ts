import * as staff from "@/api/generated/staff/sdk.gen";
import type { ReplyDecision } from "@/api/types";

export const noticesKey = (user: number) => ["/api/admin/users/notices", user] as const;
export const getNotices = (id: number) => staff.showNotices({ path: { id } });
export const REPLIES_KEY = "/api/admin/replies";
export const getReplies = () => staff.listReplies();
export const postReplyDecision = (id: number, verdict: ReplyDecision) =>
  staff.solveReply({ path: { id }, body: { verdict } });
export const patchAppearance = (id: number, mustAppear: boolean) =>
  staff.setAppearance({ path: { id }, body: { mustAppear } });
