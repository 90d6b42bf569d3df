import { CircleAlert, Clock } from "lucide-react";
import type { ReactNode } from "react";
import type { ChatMessage } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Chip } from "@/ui/feedback/Chip";
import css from "./chat.module.css";
import type { Waiting } from "./chatPorts";
import type { Viewer } from "./useChat";

/** Formats the time, preceded by the date if it isn't today. */
function formatTime(at: string): string {
  const time = new Date(at).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
  const [day, today] = [formatDate(at), formatDate(new Date().toISOString())];
  return day === today ? time : `${day}, ${time}`;
}

function Bubble(props: {
  own: boolean;
  support: boolean;
  at: string;
  text: string;
  children?: ReactNode;
}) {
  const { own, support, at, text, children } = props;
  return (
    <article className={cx(css.message, own && css.own)}>
      <header className={css.meta}>
        <Chip tone={support ? "info" : "neutral"}>{support ? "Support" : "User"}</Chip>
        <time dateTime={at}>{formatTime(at)}</time>
      </header>
      <p className={css.text}>{text}</p>
      {children}
    </article>
  );
}

export function Message({ message, own }: { message: ChatMessage; own: boolean }) {
  const { senderType, createdAt, message: text } = message;
  return <Bubble own={own} support={senderType === "admin"} at={createdAt} text={text} />;
}

type UnsentProps = {
  message: Waiting;
  viewer: Viewer;
  closed: boolean;
  onResend: () => void;
  onDiscard: () => void;
};

/** A message that is being sent, is waiting for the connection, or was refused. */
export function Unsent({ message, viewer, closed, onResend, onDiscard }: UnsentProps) {
  const { text, at, failed, why } = message;
  return (
    <Bubble own support={viewer.role === "admin"} at={at} text={text}>
      {closed || !failed ? (
        <p className={css.state}>
          <Clock size={14} aria-hidden="true" />
          {closed ? "Not sent" : "Waiting to be sent"}
        </p>
      ) : (
        <div className={css.failed}>
          <p className={css.state} role="alert">
            <CircleAlert size={14} aria-hidden="true" />
            {why || "Failed to send message. Please try again."}
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
