import { ArrowDown } from "lucide-react";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ChatMessage } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import css from "./chat.module.css";
import type { Waiting } from "./chatPorts";
import { Message, Unsent } from "./Message";
import type { Viewer } from "./useChat";

type Props = {
  viewer: Viewer;
  messages: readonly ChatMessage[];
  waiting: readonly Waiting[];
  hasEarlier: boolean;
  closed: boolean;
  onEarlier: () => Promise<boolean>;
  onResend: () => void;
  onDiscard: (name: string) => void;
};

/** If the reader is within this distance of the end, the log scrolls to new messages. */
const NEAR_PX = 48;

/** The messages, followed by the unsent ones. Scrolls to new messages unless the reader has scrolled up. */
export function Conversation(props: Props) {
  const { viewer, messages, waiting, hasEarlier, closed, onEarlier, onResend, onDiscard } = props;
  const log = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [unseen, setUnseen] = useState(false);
  const [loading, setLoading] = useState(false);
  const last = messages.at(-1)?.id;
  const lastWaiting = waiting.at(-1)?.name;

  const toEnd = useCallback(() => {
    follows.current = true;
    setUnseen(false);
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls when the newest message changes
  useLayoutEffect(() => {
    if (follows.current) toEnd();
    else setUnseen(true);
  }, [last, toEnd]);
  // The viewer's own message always scrolls into view, also while it is unsent.
  useLayoutEffect(() => {
    if (lastWaiting) toEnd();
  }, [lastWaiting, toEnd]);
  useEffect(() => {
    // Scrolls to the end again when an on-screen keyboard reduces the log's height.
    const watcher = new ResizeObserver(() => follows.current && toEnd());
    if (log.current) watcher.observe(log.current);
    return () => watcher.disconnect();
  }, [toEnd]);

  function onScroll() {
    const { scrollHeight, scrollTop, clientHeight } = log.current ?? document.body;
    follows.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    if (follows.current) setUnseen(false);
  }
  async function earlier() {
    const before = log.current?.scrollHeight ?? 0;
    setLoading(true);
    await onEarlier();
    setLoading(false);
    // Older messages are added above, so the text being read is scrolled back to its place.
    requestAnimationFrame(() => {
      if (log.current) log.current.scrollTop += log.current.scrollHeight - before;
    });
  }
  return (
    <div className={css.frame}>
      <div
        className={css.log}
        role="log"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only a focused element
        tabIndex={0}
        ref={log}
        onScroll={onScroll}
      >
        {hasEarlier && (
          <Button variant="text" loading={loading} onClick={() => void earlier()}>
            Earlier messages
          </Button>
        )}
        {messages.map((message) => (
          <Message key={message.id} message={message} own={message.senderId === viewer.id} />
        ))}
        {waiting.map((message) => (
          <Unsent
            key={message.name}
            message={message}
            viewer={viewer}
            closed={closed}
            onResend={onResend}
            onDiscard={() => onDiscard(message.name)}
          />
        ))}
      </div>
      {unseen && (
        <button type="button" className={css.unseen} onClick={toEnd}>
          <ArrowDown size={16} aria-hidden="true" />
          New messages
        </button>
      )}
    </div>
  );
}
