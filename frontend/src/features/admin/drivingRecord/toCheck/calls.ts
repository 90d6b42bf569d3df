import * as staff from "@/api/generated/staff/sdk.gen";
import type { CheckDecisionBody } from "@/api/types";
import { UNSOLVED_COUNTS } from "../../desk/calls";
import { refresh } from "../../desk/live/refresh";

export const TO_CHECK_KEY = "/api/admin/added-items";

export const getItemsToCheck = (limit: number) => staff.listItemsToCheck({ query: { limit } });
export const getItemToCheck = (id: number) => staff.showItemToCheck({ path: { id } });
export const postCheckDecision = (id: number, body: CheckDecisionBody) =>
  staff.decideAddedItem({ path: { id }, body });

/** Reads the queue, the open item and the counts in the menu again. */
export const refreshToCheck = () => refresh(TO_CHECK_KEY, UNSOLVED_COUNTS);
