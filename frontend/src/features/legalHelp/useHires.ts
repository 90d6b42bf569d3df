import { useState } from "react";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { LawyerHire } from "@/api/types";
import { getLawyerHires, HIRES_PAGE } from "@/parts/hires/calls";
import { useLawyerHires } from "@/parts/hires/useLawyerHires";

/** Options that also revalidate on focus, because a refund or a status may have changed. */
const REVALIDATE_ON_FOCUS = { ...REVALIDATE_ON_MOUNT, revalidateOnFocus: true };

/** The driver's hires, newest first. The first page loads immediately, older pages on request. */
export function useHires() {
  const { data, error, isValidating, mutate } = useLawyerHires(true, REVALIDATE_ON_FOCUS);
  const [older, setOlder] = useState<LawyerHire[]>([]);
  /** Number of hires in the last page that was loaded on request; null if none was. */
  const [lastPageSize, setLastPageSize] = useState<number | null>(null);
  const [moreState, setMoreState] = useState<"no" | "busy" | "failed">("no");
  const all = data && [...data, ...older];

  async function loadMore() {
    setMoreState("busy");
    try {
      const next = await getLawyerHires(all?.length ?? 0);
      setOlder([...older, ...next]);
      setLastPageSize(next.length);
      setMoreState("no");
    } catch {
      setMoreState("failed");
    }
  }
  function storeHire(hire: LawyerHire) {
    // Only list calls return the citation, so merge the changed hire into the old one to keep it.
    const merge = (list: LawyerHire[]) =>
      list.map((old) => (old.id === hire.id ? { ...old, ...hire } : old));
    setOlder(merge);
    void mutate((list) => list && merge(list), { revalidate: false });
  }
  return {
    hires: all,
    error,
    retry: () => void mutate(),
    retrying: isValidating,
    /** True if the last page was full, so that there may be older hires. */
    hasMore: (lastPageSize ?? data?.length) === HIRES_PAGE,
    moreState,
    loadMore,
    storeHire,
  };
}
