import { useEffect } from "react";
import { HELP_INQUIRIES_KEY } from "@/api/keys";
import type { HelpInquiry } from "@/api/types";
import { refresh } from "../desk/live/refresh";
import { postInquirySeen } from "./calls";

/** Marks an inquiry as seen if it is unread. */
export function useMarkAsSeen(inquiry: HelpInquiry | null): void {
  const id = inquiry?.id;
  const isUnread = inquiry?.desk?.isUnread ?? false;
  useEffect(() => {
    if (id === undefined || !isUnread) return;
    postInquirySeen(id)
      .then(() => refresh(HELP_INQUIRIES_KEY))
      .catch((error: unknown) => console.warn("the inquiry could not be marked as seen", error));
  }, [id, isUnread]);
}
