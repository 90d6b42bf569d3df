import * as staff from "@/api/generated/staff/sdk.gen";
import type { Queue } from "@/api/types";

export const patchSolved = (queue: Queue, id: number, isSolved: boolean) =>
  staff.markSolved({ path: { queue, id }, body: { isSolved } });
