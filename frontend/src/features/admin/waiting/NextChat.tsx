import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { HelpInquiry, WaitingRecord } from "@/api/types";
import { Link } from "@/lib/router";
import { buttonClass } from "@/ui/buttons/Button";
import { deskPaths, REPLY_STATE } from "../desk/deskPaths";
import { getNextChat, INQUIRIES } from "./calls";

/** Number of rows that the list of open work shows at first. */
export const INITIAL_ROWS = 5;

/** The chat that has waited longest. `isKnown` is true after a response or a failure. */
export function useNextChat() {
  const { data: chat, error } = useSWR<HelpInquiry | null, Error>(
    [INQUIRIES, "next chat"],
    getNextChat,
    { ...REVALIDATE_ON_MOUNT, keepPreviousData: true },
  );
  return { chat, isKnown: chat !== undefined || error !== undefined };
}

type Props = { chat: HelpInquiry | null | undefined; records: readonly WaitingRecord[] };

/** Link to the chat that has waited longest, unless it is among the rows that the list shows at first. */
export function NextChat({ chat, records }: Props) {
  const isListed = records
    .slice(0, INITIAL_ROWS)
    .some(({ queue, id }) => queue === "help-inquiry" && id === chat?.id);
  if (!chat || isListed) return null;
  return (
    <Link
      className={buttonClass({ variant: "secondary", compact: true })}
      to={deskPaths.helpInquiries({ q: String(chat.id), row: chat.id })}
      state={REPLY_STATE}
    >
      Answer the longest-waiting chat
    </Link>
  );
}
