import * as staff from "@/api/generated/staff/sdk.gen";
import type { Queue } from "@/api/types";

/**
 * Marks a record of a queue solved or unsolved. `requestedAt` is the time of the driver's request that staff saw; if the
 * driver has sent a newer one, the record isn't marked as solved.
 */
export const patchSolved = (
  queue: Queue,
  id: number,
  isSolved: boolean,
  requestedAt?: string | null,
) =>
  staff.markSolved({
    path: { queue, id },
    body: { isSolved, ...(requestedAt && { requestedAt }) },
  });
