import type { CaseMessage } from "@/api/types";
import { cx } from "@/ui/cx";
import type { Side } from "./calls";
import css from "./messages.module.css";

type Props = {
  side: Side;
  messages: readonly CaseMessage[];
  formatTime: (at: string) => string;
};

/**
 * Names the author of a message, as seen by the viewer. A case may have had several lawyers, so
 * each is named.
 */
function nameAuthor(side: Side, { isFromLawyer, lawyerName }: CaseMessage): string {
  const isOwn = side === (isFromLawyer ? "lawyer" : "driver");
  if (isOwn) return "You";
  if (!isFromLawyer) return "Driver";
  if (lawyerName) return lawyerName;
  return side === "driver" ? "Your lawyer" : "Lawyer";
}

/** Messages between driver and lawyer, oldest first. */
export function MessageList({ side, messages, formatTime }: Props) {
  if (messages.length === 0) return <p className={css.soft}>No messages yet.</p>;
  return (
    <ul className={css.list} aria-label="Messages">
      {messages.map((message) => {
        const { id, text, sentAt, readAt } = message;
        const name = nameAuthor(side, message);
        return (
          <li key={id} className={cx(css.message, name === "You" && css.own)}>
            <p className={css.soft}>
              <strong>{name}</strong> · <time dateTime={sentAt}>{formatTime(sentAt)}</time>
              {name === "You" && readAt && " · Read"}
            </p>
            <p className={css.text}>{text}</p>
          </li>
        );
      })}
    </ul>
  );
}
