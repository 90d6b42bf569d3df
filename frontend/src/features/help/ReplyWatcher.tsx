import { useEffect, useState } from "react";
import useSWR from "swr";
import { ApiError } from "@/api/client";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import { getChatMessages } from "@/parts/chat/calls";
import { readFollowedChat, unfollowChat } from "@/parts/chat/followedChat";
import { setUnseenReplies } from "@/parts/help";

/**
 * Interval between checks for replies from support, while the page is visible, in milliseconds
 * (docs/product/help.md#replies-from-support).
 */
const POLL_MS = 20_000;
/** Maximum number of replies that the Help button counts. */
const MAX_REPLIES = 50;

type Props = { user: number };

/** Checks the driver's last chat for replies from support. Renders nothing. */
export default function ReplyWatcher({ user }: Props) {
  const [chat, setChat] = useState(() => readFollowedChat(user));
  const { data, error } = useSWR(
    chat && ["answers", chat.inquiry, chat.seen],
    ([, inquiry, after]) => getChatMessages(inquiry, { after, limit: MAX_REPLIES }),
    { refreshInterval: POLL_MS, ...REVALIDATE_ON_MOUNT, revalidateOnFocus: true },
  );
  const replies = data?.messages.filter(({ senderType }) => senderType === "admin").length;
  const isFinished = data?.closed && replies === 0;
  const isDeleted = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (replies !== undefined) setUnseenReplies(replies);
  }, [replies]);
  useEffect(() => {
    if (!isFinished && !isDeleted) return;
    // The chat is closed and read, so no further reply can arrive.
    unfollowChat(user);
    setChat(null);
  }, [isFinished, isDeleted, user]);
  return null;
}
