import * as staff from "@/api/generated/staff/sdk.gen";
import type { HardshipAnswerBody } from "@/api/types";
import { UNSOLVED_COUNTS } from "../../desk/calls";
import { refresh } from "../../desk/live/refresh";

export const HARDSHIP_QUEUE_KEY = "/api/admin/hardship-requests";

export const getOpenRequests = (limit: number) =>
  staff.listOpenHardshipRequests({ query: { limit } });
export const getRequest = (id: number) => staff.showHardshipRequest({ path: { id } });
export const postAnswer = (id: number, body: HardshipAnswerBody) =>
  staff.answerHardshipRequest({ path: { id }, body });

/** Reads the queue, the open request and the counts in the menu again. */
export const refreshRequests = () => refresh(HARDSHIP_QUEUE_KEY, UNSOLVED_COUNTS);
