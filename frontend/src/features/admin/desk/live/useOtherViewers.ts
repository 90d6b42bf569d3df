import { useEffect } from "react";
import { useSession } from "@/parts/accounts/useSession";
import type { Person } from "./liveDesk";
import { currentLiveDesk, useLiveState } from "./useLiveDesk";

/**
 * Announces the open record to other staff, and returns who else has it open. `kind` is the record's kind in the audit
 * trail; if it is undefined, nothing is announced.
 */
export function useOtherViewers(kind: string | undefined, id: number): readonly Person[] {
  const { user } = useSession();
  const { people } = useLiveState();
  useEffect(() => {
    if (kind === undefined) return;
    return currentLiveDesk()?.open({ kind, id });
  }, [kind, id]);
  return people.filter(({ userId }) => userId !== user?.id);
}
