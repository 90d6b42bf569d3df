import Wifi from "lucide-react/icons/wifi";
import WifiOff from "lucide-react/icons/wifi-off";
import { useEffect, useRef } from "react";
import { FailureNotice } from "@/parts/FailureNotice";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { ClosedChat } from "./ClosedChat";
import { Composer, type RenderTools } from "./Composer";
import { Conversation } from "./Conversation";
import css from "./chat.module.css";
import { useChat, type Viewer } from "./useChat";

type Props = {
  inquiry: number;
  /** Staff see the driver's messages on the left; drivers see support's. */
  viewer: Viewer;
  /** True if the caller already knows that the chat is closed. */
  resolved?: boolean;
  /** Called with the id of the newest message shown (0 if none) and whether the chat is closed. */
  onShown?: (newest: number, closed: boolean) => void;
  /** Starts a new chat after this one was closed, with the text that could not be sent. */
  onNewChat?: (text: string) => void;
  /** Renders writing aids above the message field. */
  tools?: RenderTools;
};

/** The live chat of one inquiry, for drivers and staff. */
export function LiveChat(props: Props) {
  const { inquiry, viewer, resolved = false, onShown, onNewChat, tools } = props;
  const chat = useChat(inquiry, viewer);
  const { client, connected, firstRead, readError, messages, unsent, hasEarlier } = chat;
  const closed = resolved || chat.closed;
  const newest = messages.at(-1)?.id ?? 0;
  const latestOnShown = useRef(onShown);
  latestOnShown.current = onShown;
  useEffect(() => {
    if (firstRead === "done") latestOnShown.current?.(newest, closed);
  }, [firstRead, newest, closed]);
  return (
    <div className={css.chat}>
      <div role="status">
        <Chip
          tone={connected ? "good" : "neutral"}
          icon={
            connected ? (
              <Wifi size={14} aria-hidden="true" />
            ) : (
              <WifiOff size={14} aria-hidden="true" />
            )
          }
        >
          {connected ? "Connected" : "Disconnected"}
        </Chip>
        {!connected && firstRead !== "loading" && !closed && (
          <p className={css.lost}>
            Connection lost. Messages will be sent when connection is restored.
          </p>
        )}
      </div>
      {firstRead === "loading" && messages.length === 0 && unsent.length === 0 ? (
        <Loading label="Loading the conversation" height="4rem" />
      ) : firstRead === "failed" && messages.length === 0 && unsent.length === 0 ? (
        <FailureNotice error={readError} mutate={client.retry} />
      ) : (
        <Conversation
          viewer={viewer}
          {...{ messages, unsent, hasEarlier, closed }}
          onLoadEarlier={() => client.loadEarlier()}
          onResend={client.resend}
          onDiscard={client.discard}
        />
      )}
      {closed ? (
        <ClosedChat viewer={viewer.id} {...{ inquiry, unsent, onNewChat }} />
      ) : (
        <Composer viewer={viewer.id} inquiry={inquiry} onSend={client.addMessage} tools={tools} />
      )}
    </div>
  );
}
