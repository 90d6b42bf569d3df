import { mutate } from "swr";
import { SESSION_KEY } from "@/api/keys";
import type { Session, User } from "@/api/types";
import { saveSession } from "@/parts/accounts/session";

/** Stores a changed user where screens read it: in the driver's own session, or in the record that staff view. */
export async function storeChangedUser(user: User): Promise<void> {
  const replaceUser = (session: Session | null | undefined) => {
    if (session?.user.id !== user.id) return session;
    const changed = { ...session, user };
    saveSession(changed);
    return changed;
  };
  await mutate(SESSION_KEY, replaceUser, { revalidate: false });
  await mutate(["/api/users", user.id], user, { revalidate: false });
}
