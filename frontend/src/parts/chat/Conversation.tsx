import ArrowDown from "lucide-react/icons/arrow-down";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ChatMessage } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import css from "./chat.module.css";
import type { UnsentMessage } from "./chatPorts";
import { Message, UnsentBubble } from "./Message";
import type { Viewer } from "./useChat";

type Props = {
  viewer: Viewer;
  messages: readonly ChatMessage[];
  unsent: readonly UnsentMessage[];
  hasEarlier: boolean;
  closed: boolean;
  onLoadEarlier: () => Promise<boolean>;
  onResend: () => void;
  onDiscard: (name: string) => void;
};

/** Distance from the end within which the log scrolls to new messages, in pixels. */
const SCROLL_THRESHOLD_PX = 48;

/**
 * The messages, followed by the unsent ones. Scrolls to new messages unless the viewer has scrolled
 * up.
 */
export function Conversation(props: Props) {
  const { viewer, messages, unsent, hasEarlier, closed, onLoadEarlier, onResend, onDiscard } =
    props;
  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [unseen, setUnseen] = useState(false);
  const [loading, setLoading] = useState(false);
  const last = messages.at(-1)?.id;
  const lastUnsent = unsent.at(-1)?.name;

  const scrollToEnd = useCallback(() => {
    isAtEnd.current = true;
    setUnseen(false);
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list scrolls when the newest message changes
  useLayoutEffect(() => {
    if (isAtEnd.current) scrollToEnd();
    else setUnseen(true);
  }, [last, scrollToEnd]);
  // The viewer's own message always scrolls into view, also while it is unsent.
  useLayoutEffect(() => {
    if (lastUnsent) scrollToEnd();
  }, [lastUnsent, scrollToEnd]);
  useEffect(() => {
    // Scrolls to the end again when an on-screen keyboard reduces the log's height.
    const watcher = new ResizeObserver(() => isAtEnd.current && scrollToEnd());
    if (log.current) watcher.observe(log.current);
    return () => watcher.disconnect();
  }, [scrollToEnd]);

  function onScroll() {
    const { scrollHeight, scrollTop, clientHeight } = log.current ?? document.body;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < SCROLL_THRESHOLD_PX;
    if (isAtEnd.current) setUnseen(false);
  }
  async function loadEarlier() {
    const heightBefore = log.current?.scrollHeight ?? 0;
    setLoading(true);
    await onLoadEarlier();
    setLoading(false);
    // Older messages are added above, so the text being read is scrolled back to its place.
    requestAnimationFrame(() => {
      if (log.current) log.current.scrollTop += log.current.scrollHeight - heightBefore;
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
          <Button variant="text" loading={loading} onClick={() => void loadEarlier()}>
            Earlier messages
          </Button>
        )}
        {messages.map((message) => (
          <Message key={message.id} message={message} isOwn={message.senderId === viewer.id} />
        ))}
        {unsent.map((message) => (
          <UnsentBubble
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
        <button type="button" className={css.unseen} onClick={scrollToEnd}>
          <ArrowDown size={16} aria-hidden="true" />
          New messages
        </button>
      )}
    </div>
  );
}
