import * as staff from "@/api/generated/staff/sdk.gen";
import type { Queue } from "@/api/types";

/** Marks a record of a queue solved or unsolved. */
export const patchSolved = (queue: Queue, id: number, isSolved: boolean) =>
  staff.markSolved({ path: { queue, id }, body: { isSolved } });
