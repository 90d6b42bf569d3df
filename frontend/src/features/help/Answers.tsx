import { useEffect, useState } from "react";
import useSWR from "swr";
import { getChatMessages } from "@/parts/chat/calls";
import { followed, unfollow } from "@/parts/chat/followed";
import { setAnswers } from "@/parts/help";

/** So often is asked whether support has answered, while the page is looked at (docs/PRODUCT.md#answers-of-support). */
const EVERY_MS = 20_000;
/** More need not be counted. */
const MOST = 50;

type Props = { user: number };

/** Watches the chat that the driver has left for answers of support; draws nothing. */
export default function Answers({ user }: Props) {
  const [chat] = useState(() => followed(user));
  const { data } = useSWR(
    chat && ["answers", chat.inquiry, chat.seen],
    ([, inquiry, after]) => getChatMessages(inquiry, { after, limit: MOST }),
    { refreshInterval: EVERY_MS, revalidateOnMount: true, revalidateOnFocus: true },
  );
  useEffect(() => {
    if (!data) return;
    const answers = data.messages.filter((message) => message.senderType === "admin").length;
    setAnswers(answers);
    // Nothing more can come.
    if (data.closed && answers === 0) unfollow(user);
  }, [data, user]);
  return null;
}
