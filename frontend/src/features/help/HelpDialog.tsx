import { useEffect, useRef, useState } from "react";
import type { User } from "@/api/types";
import { followChat, unfollowChat } from "@/parts/chat/followedChat";
import { LiveChat } from "@/parts/chat/LiveChat";
import { setUnseenReplies } from "@/parts/help";
import { Dialog } from "@/ui/overlays/Dialog";
import { CallbackForm } from "./CallbackForm";
import { addToNewChat, ChatForm } from "./ChatForm";
import { Selection } from "./Selection";
import { useHelpInquiries } from "./useHelpInquiries";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; viewer: User };

type View = { name: "selection" | "chat" | "callback" } | { name: "live"; inquiry: number };

const TITLES: Record<View["name"], string> = {
  selection: "Help",
  chat: "Chat with support",
  callback: "Request a callback",
  live: "Chat with support",
};

/** The Help dialog: a choice of chat or callback, then a form or the live chat. */
export default function HelpDialog({ viewer, ...dialog }: Props) {
  const [view, setView] = useState<View>({ name: "selection" });
  const inquiries = useHelpInquiries();
  const back = () => setView({ name: "selection" });
  const open = (inquiry: number) => {
    setView({ name: "live", inquiry });
    void inquiries.mutate();
  };
  // The clicked button is gone, so the focus moves to the view that replaced it.
  const content = useRef<HTMLDivElement>(null);
  const shownView = useRef(view.name);
  useEffect(() => {
    if (shownView.current === view.name) return;
    shownView.current = view.name;
    content.current?.querySelector<HTMLElement>("input, textarea, button")?.focus();
  }, [view.name]);
  return (
    <Dialog {...dialog} title={TITLES[view.name]}>
      <div ref={content}>
        {view.name === "selection" && (
          <Selection
            viewer={viewer}
            inquiries={inquiries}
            onChat={() => setView({ name: "chat" })}
            onContinue={open}
            onCallback={() => setView({ name: "callback" })}
            onClose={() => dialog.onOpenChange(false)}
          />
        )}
        {view.name === "chat" && <ChatForm viewer={viewer} onBack={back} onStarted={open} />}
        {view.name === "callback" && (
          <CallbackForm viewer={viewer} onBack={back} onDone={() => dialog.onOpenChange(false)} />
        )}
        {view.name === "live" && (
          <LiveChat
            key={view.inquiry}
            inquiry={view.inquiry}
            viewer={viewer}
            onShown={(seen, closed) => {
              setUnseenReplies(0);
              if (closed) unfollowChat(viewer.id);
              else followChat(viewer.id, { inquiry: view.inquiry, seen });
            }}
            onNewChat={(text) => {
              addToNewChat(viewer, text);
              setView({ name: "chat" });
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
