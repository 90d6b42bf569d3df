import type { HireStatus, LawyerHire } from "@/api/types";
import type { Tone } from "@/ui/feedback/Chip";
import type { RowChange } from "../queue/declaration";
import { patchHireStatus, patchSeen } from "./calls";

/** The statuses of a hire, in order. */
export const HIRE_TONES: Readonly<Record<HireStatus, Tone>> = {
  Pending: "warn",
  "In Progress": "info",
  Contacted: "info",
  Completed: "good",
  Cancelled: "bad",
};

export const setStatus = (
  hire: LawyerHire,
  status: HireStatus,
  endsCase?: boolean,
): RowChange<LawyerHire> => ({
  shown: { status },
  send: (seen) =>
    patchHireStatus(seen.id, {
      status,
      from: seen.status,
      ...(endsCase !== undefined && { endsCase }),
    }),
  done: { title: "Status Updated", description: `Hire ${hire.id} is now ${status}.` },
  refused: "Failed to update lawyer hire status.",
});

export const markSeen = (hire: LawyerHire): RowChange<LawyerHire> => ({
  shown: { isSeenByAdmin: true },
  send: ({ id }) => patchSeen(id),
  done: { title: "Marked as Seen", description: `Hire ${hire.id} is no longer marked as new.` },
  refused: "Failed to mark as seen.",
});
