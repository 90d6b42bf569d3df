import { useEffect, useState } from "react";
import useSWR from "swr";
import { ApiError } from "@/api/client";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import { getChatMessages } from "@/parts/chat/calls";
import { readFollowedChat, unfollowChat } from "@/parts/chat/followedChat";
import { setUnseenReplies } from "@/parts/help";

/**
 * How often to check for replies from support, while the page is visible (docs/product/help.md#replies-from-support).
 */
const EVERY_MS = 20_000;
/** Maximum number of replies that the Help button counts. */
const MAX_REPLIES = 50;

type Props = { user: number };

/** Checks the driver's last chat for replies from support. Renders nothing. */
export default function Answers({ user }: Props) {
  const [chat, setChat] = useState(() => readFollowedChat(user));
  const { data, error } = useSWR(
    chat && ["answers", chat.inquiry, chat.seen],
    ([, inquiry, after]) => getChatMessages(inquiry, { after, limit: MAX_REPLIES }),
    { refreshInterval: EVERY_MS, ...REVALIDATE_ON_MOUNT, revalidateOnFocus: true },
  );
  const answers = data?.messages.filter(({ senderType }) => senderType === "admin").length;
  const isOver = data?.closed && answers === 0;
  const isGone = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (answers !== undefined) setUnseenReplies(answers);
  }, [answers]);
  useEffect(() => {
    if (!isOver && !isGone) return;
    // The chat is closed and read, so no further reply can arrive.
    unfollowChat(user);
    setChat(null);
  }, [isOver, isGone, user]);
  return null;
}
