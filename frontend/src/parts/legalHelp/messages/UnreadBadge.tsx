import { REVALIDATE_ON_MOUNT, useRead } from "@/api/useRead";
import type { UnreadMessages, User } from "@/api/types";
import { useDropStaleOriginals } from "@/parts/itemFiles/storedOriginals";
import { getUnreadCount, unreadKey } from "./calls";
import css from "./UnreadBadge.module.css";

const MAX_SHOWN = 99;

/** Options that also revalidate on focus, because a new message may have arrived. */
const REREAD = { ...REVALIDATE_ON_MOUNT, revalidateOnFocus: true };

/** The number of unread messages of cases, in the navigation. Shows nothing if there are none or the call fails. */
export default function UnreadBadge({ user }: { user: User | null }) {
  useDropStaleOriginals(user?.id);
  // Staff and visitors have no messages of their own.
  const side = user && user.role !== "admin" ? user.role : null;
  const { data } = useRead<UnreadMessages>(
    side && unreadKey(side),
    () => getUnreadCount(side ?? "driver"),
    REREAD,
  );
  const unread = data?.unreadMessages ?? 0;
  if (unread === 0) return null;
  return (
    <>
      <span className={css.badge} aria-hidden="true">
        {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
      </span>
      <span className="visually-hidden">
        {unread} unread {unread === 1 ? "message" : "messages"}
      </span>
    </>
  );
}
