import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { HelpInquiry, WaitingRecord } from "@/api/types";
import { Link } from "@/lib/router";
import { buttonClass } from "@/ui/buttons/Button";
import { deskPaths, TO_ANSWER } from "../desk/deskPaths";
import { getNextChat, INQUIRIES } from "./calls";

/** Number of rows that the list of open work shows at first. */
export const IN_VIEW = 5;

/** The chat that has waited longest. `isKnown` is true after a response or a failure. */
export function useNextChat() {
  const { data: chat, error } = useSWR<HelpInquiry | null, Error>(
    [INQUIRIES, "next chat"],
    getNextChat,
    { ...REVALIDATE_ON_MOUNT, keepPreviousData: true },
  );
  return { chat, isKnown: chat !== undefined || error !== undefined };
}

type Props = { chat: HelpInquiry | null | undefined; listed: readonly WaitingRecord[] };

/** Link to the chat that has waited longest, if the list doesn't show it at first. */
export function NextChat({ chat, listed }: Props) {
  const isListed = listed
    .slice(0, IN_VIEW)
    .some(({ queue, id }) => queue === "help-inquiry" && id === chat?.id);
  if (!chat || isListed) return null;
  return (
    <Link
      className={buttonClass({ variant: "secondary", compact: true })}
      to={deskPaths.helpInquiries({ q: String(chat.id), row: chat.id })}
      state={TO_ANSWER}
    >
      Answer the longest-waiting chat
    </Link>
  );
}
