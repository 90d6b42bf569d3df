import * as staff from "@/api/generated/staff/sdk.gen";

/** The queues as the call that solves has them in its path. */
export type Queue =
  | "lawyer-hire"
  | "missing-ticket"
  | "vehicle-update"
  | "status-request"
  | "help-inquiry"
  | "text-notification";

export const patchSolved = (queue: Queue, id: number, isSolved: boolean) =>
  staff.markSolved({ path: { queue, id }, body: { isSolved } });
