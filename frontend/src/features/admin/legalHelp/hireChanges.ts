import type { HireStatus, LawyerHire } from "@/api/types";
import type { Tone } from "@/ui/feedback/Chip";
import type { RowChange } from "../queue/declaration";
import { patchHireStatus, patchHireSeen } from "./calls";

/** The statuses of a hire, each with its color, in the order in which staff can choose them. */
export const HIRE_TONES: Readonly<Record<HireStatus, Tone>> = {
  Pending: "warn",
  "In Progress": "info",
  Contacted: "info",
  Completed: "good",
  Cancelled: "bad",
};

/**
 * Returns the change that sets a hire's status. `endsCase` says whether the hire's case ends too;
 * if it is left out, the server decides.
 */
export const setStatus = (
  hire: LawyerHire,
  status: HireStatus,
  endsCase?: boolean,
): RowChange<LawyerHire> => ({
  patch: { status },
  send: (seen) =>
    patchHireStatus(seen.id, {
      status,
      from: seen.status,
      ...(endsCase !== undefined && { endsCase }),
    }),
  successToast: { title: "Status Updated", description: `Hire ${hire.id} is now ${status}.` },
  failureText: "Failed to update lawyer hire status.",
});

/** Returns the change that marks a hire as seen. */
export const markSeen = (hire: LawyerHire): RowChange<LawyerHire> => ({
  patch: { isSeenByAdmin: true },
  send: ({ id }) => patchHireSeen(id),
  successToast: {
    title: "Marked as Seen",
    description: `Hire ${hire.id} is no longer marked as new.`,
  },
  failureText: "Failed to mark as seen.",
});
