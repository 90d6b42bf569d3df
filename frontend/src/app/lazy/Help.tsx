import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import { loadStyle } from "@/lib/loadStyle";
import { useKnownSession } from "@/parts/accounts/useSession";
import { readFollowedChat } from "@/parts/chat/followedChat";
import { isHelpOpen, subscribeHelp, setUnseenReplies, setHelp } from "@/parts/help";
import { LazyDialog } from "@/ui/overlays/LazyDialog";

async function loadHelp() {
  const [module] = await Promise.all([
    import("@/features/help/HelpDialog"),
    loadStyle("HelpDialog"),
  ]);
  return module;
}

type Watch = ComponentType<{ user: number }>;

/**
 * Loads the code that checks for support's replies, once there is a chat to check. If this code fails to load, the Help
 * button shows no count.
 */
function useReplyWatcher(isNeeded: boolean): Watch | null {
  const [Watch, setWatch] = useState<Watch | null>(null);
  useEffect(() => {
    if (!isNeeded || Watch) return;
    import("@/features/help/ReplyWatcher").then(
      (module) => setWatch(() => module.default),
      (error) => console.warn("the watcher for support's replies did not load", error),
    );
  }, [isNeeded, Watch]);
  return Watch;
}

/** The Help dialog for logged-in users. The dialog closes when the user navigates. */
export function Help() {
  const open = useSyncExternalStore(subscribeHelp, isHelpOpen, isHelpOpen);
  const { pathname } = useLocation();
  const { user } = useKnownSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: Help closes whenever the path changes
  useEffect(() => () => setHelp(false), [pathname]);
  const id = user?.id ?? null;
  const hasOpenChat = id !== null && !open && readFollowedChat(id) !== null;
  const Watch = useReplyWatcher(hasOpenChat);
  // Resets the count of replies, because it belongs to one user.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is reset whenever the user changes
  useEffect(() => () => setUnseenReplies(0), [id]);
  return user ? (
    <>
      {hasOpenChat && Watch && <Watch key={user.id} user={user.id} />}
      <LazyDialog load={loadHelp} open={open} onOpenChange={setHelp} viewer={user} />
    </>
  ) : null;
}
