import { useEffect } from "react";
import { useSession } from "@/parts/accounts/useSession";
import type { Person } from "./liveDesk";
import { currentLiveDesk, useLiveState } from "./useLiveDesk";

/** Announces the open record to other staff. Returns who else has the record open. */
export function useOtherViewers(kind: string | undefined, id: number): readonly Person[] {
  const { user } = useSession();
  const { people } = useLiveState();
  useEffect(() => {
    if (kind === undefined) return;
    currentLiveDesk()?.open({ kind, id });
    return () => currentLiveDesk()?.open(null);
  }, [kind, id]);
  return people.filter(({ userId }) => userId !== user?.id);
}
