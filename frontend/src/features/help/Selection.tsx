import MessageCircle from "lucide-react/icons/message-circle";
import MessageCircleMore from "lucide-react/icons/message-circle-more";
import PhoneCall from "lucide-react/icons/phone-call";
import { type ComponentType, useState, useSyncExternalStore } from "react";
import type { User } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatReplyCount } from "@/lib/labels";
import { readFollowedChat } from "@/parts/chat/followedChat";
import { FailureNotice } from "@/parts/FailureNotice";
import { subscribeHelp, countUnseenReplies } from "@/parts/help";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { CallSupport } from "./CallSupport";
import { HardshipLinks } from "./HardshipLinks";
import css from "./help.module.css";
import type { useHelpInquiries } from "./useHelpInquiries";

type Props = {
  viewer: User;
  inquiries: ReturnType<typeof useHelpInquiries>;
  onChat: () => void;
  onContinue: (inquiry: number) => void;
  onCallback: () => void;
  onClose: () => void;
};

export function Selection({ viewer, inquiries, onChat, onContinue, onCallback, onClose }: Props) {
  const { data, isLoading, error, isValidating, mutate } = inquiries;
  const replyCount = useSyncExternalStore(subscribeHelp, countUnseenReplies, countUnseenReplies);
  const [followedChat] = useState(() => readFollowedChat(viewer.id));
  const pending = data?.find(({ type, status }) => type === "chat" && status === "pending");
  // Support may have closed the chat with its reply, which the driver can still read.
  const chat = (replyCount > 0 && data?.find(({ id }) => id === followedChat?.inquiry)) || pending;
  return (
    <div className={css.stack}>
      <p className={css.lead}>Questions about a ticket or a payment? We’re here to help.</p>
      {isLoading ? (
        // Until it is known whether the driver has an open chat, no new chat is offered, because it
        // would be a duplicate.
        <Skeleton height="4.75rem" />
      ) : data === undefined ? (
        <FailureNotice {...{ error, mutate, isValidating }} />
      ) : chat ? (
        <Choice
          icon={MessageCircleMore}
          title={chat.status === "pending" ? "Continue your chat" : "Read support’s reply"}
          text={
            replyCount > 0 ? formatReplyCount(replyCount) : `Started ${formatDate(chat.createdAt)}`
          }
          onClick={() => onContinue(chat.id)}
        />
      ) : (
        <Choice
          icon={MessageCircle}
          title="Live chat"
          text="Chat with our support team"
          onClick={onChat}
        />
      )}
      <Choice
        icon={PhoneCall}
        title="Request a callback"
        text="We’ll call you back within 1-2 hours"
        onClick={onCallback}
      />
      {viewer.role === "driver" && <HardshipLinks onOpen={onClose} />}
      <CallSupport />
    </div>
  );
}

type ChoiceProps = {
  icon: ComponentType<{ size: number; "aria-hidden": "true" }>;
  title: string;
  text: string;
  onClick: () => void;
};

/** A large button for one way to get help. */
function Choice({ icon: Icon, title, text, onClick }: ChoiceProps) {
  return (
    <button type="button" className={css.choice} onClick={onClick}>
      <span className={css.choiceIcon}>
        <Icon size={22} aria-hidden="true" />
      </span>
      <span>
        <strong className={css.choiceTitle}>{title}</strong>
        <span className={css.choiceText}>{text}</span>
      </span>
    </button>
  );
}
