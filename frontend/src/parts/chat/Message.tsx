import CircleAlert from "lucide-react/icons/circle-alert";
import Clock from "lucide-react/icons/clock";
import type { ReactNode } from "react";
import type { ChatMessage } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Chip } from "@/ui/feedback/Chip";
import css from "./chat.module.css";
import type { UnsentMessage } from "./chatPorts";
import type { Viewer } from "./useChat";

/** Formats the time, preceded by the date if it isn't today. */
function formatTime(iso: string): string {
  const time = new Date(iso).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
  const [day, today] = [formatDate(iso), formatDate(new Date().toISOString())];
  return day === today ? time : `${day}, ${time}`;
}

function Bubble(props: {
  isOwn: boolean;
  isSupport: boolean;
  at: string;
  text: string;
  children?: ReactNode;
}) {
  const { isOwn, isSupport, at, text, children } = props;
  return (
    <article className={cx(css.message, isOwn && css.own)}>
      <header className={css.meta}>
        <Chip tone={isSupport ? "info" : "neutral"}>{isSupport ? "Support" : "User"}</Chip>
        <time dateTime={at}>{formatTime(at)}</time>
      </header>
      <p className={css.text}>{text}</p>
      {children}
    </article>
  );
}

export function Message({ message, isOwn }: { message: ChatMessage; isOwn: boolean }) {
  const { senderType, createdAt, message: text } = message;
  return <Bubble isOwn={isOwn} isSupport={senderType === "admin"} at={createdAt} text={text} />;
}

type UnsentProps = {
  message: UnsentMessage;
  viewer: Viewer;
  closed: boolean;
  onResend: () => void;
  onDiscard: () => void;
};

/** A message that is being sent, is waiting for the connection, or was refused. */
export function UnsentBubble({ message, viewer, closed, onResend, onDiscard }: UnsentProps) {
  const { text, at, failed, reason } = message;
  return (
    <Bubble isOwn isSupport={viewer.role === "admin"} at={at} text={text}>
      {closed || !failed ? (
        <p className={css.state}>
          <Clock size={14} aria-hidden="true" />
          {closed ? "Not sent" : "Waiting to be sent"}
        </p>
      ) : (
        <div className={css.failed}>
          <p className={css.state} role="alert">
            <CircleAlert size={14} aria-hidden="true" />
            {reason || "Failed to send message. Please try again."}
          </p>
          <Button variant="text" compact onClick={onResend}>
            Try again
          </Button>
          <Button variant="text" compact onClick={onDiscard}>
            Remove
          </Button>
        </div>
      )}
    </Bubble>
  );
}
