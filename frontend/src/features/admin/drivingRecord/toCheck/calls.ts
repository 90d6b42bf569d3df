import * as staff from "@/api/generated/staff/sdk.gen";
import type { AddedItem, CheckDecisionBody } from "@/api/types";
import { UNSOLVED_COUNTS } from "../../desk/calls";
import { refresh } from "../../desk/live/refresh";
import { getAllParking, getAllTickets, getAllTolls } from "../calls";
import type { ItemRecord } from "../forms/itemCalls";

export const TO_CHECK_KEY = "/api/admin/added-items";

export const getItemsToCheck = (limit: number) => staff.listItemsToCheck({ query: { limit } });
export const getItemToCheck = (id: number) => staff.showItemToCheck({ path: { id } });
export const postCheckDecision = (id: number, body: CheckDecisionBody) =>
  staff.decideAddedItem({ path: { id }, body });

/** Reads an added item with all its fields. */
export async function readRecord({ kind, userId, itemId }: AddedItem): Promise<ItemRecord> {
  const list = { ticket: getAllTickets, parking: getAllParking, toll: getAllTolls }[kind];
  const record = (await list(userId)).find(({ id }) => id === itemId);
  if (!record) throw new Error("the item was removed");
  return record;
}

/** Reloads the queue of driver-added items to check, the open item, and the counts in the menu. */
export const refreshItemsToCheck = () => refresh(TO_CHECK_KEY, UNSOLVED_COUNTS);
