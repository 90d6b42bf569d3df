import { useState } from "react";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { LawyerHire } from "@/api/types";
import { getLawyerHires, HIRES_PAGE } from "@/parts/legalHelp/calls";
import { useLawyerHires } from "@/parts/legalHelp/useLawyerHires";

/** Also revalidate on focus, because a refund or a status may have changed. */
const REREAD = { ...REVALIDATE_ON_MOUNT, revalidateOnFocus: true };

/** The driver's hires, newest first. The first page loads at once, older ones on request. */
export function useHires() {
  const { data, error, isValidating, mutate } = useLawyerHires(true, REREAD);
  const [older, setOlder] = useState<LawyerHire[]>([]);
  /** Size of the last page loaded on request. */
  const [given, setGiven] = useState<number | null>(null);
  const [asking, setAsking] = useState<"no" | "busy" | "failed">("no");
  const all = data && [...data, ...older];

  async function more() {
    setAsking("busy");
    try {
      const next = await getLawyerHires(all?.length ?? 0);
      setOlder([...older, ...next]);
      setGiven(next.length);
      setAsking("no");
    } catch {
      setAsking("failed");
    }
  }
  function changed(hire: LawyerHire) {
    // Only list calls return the citation, so merge the changed hire into the old one to keep it.
    const put = (list: LawyerHire[]) =>
      list.map((old) => (old.id === hire.id ? { ...old, ...hire } : old));
    setOlder(put);
    void mutate((list) => list && put(list), { revalidate: false });
  }
  return {
    hires: all,
    error,
    retry: () => void mutate(),
    retrying: isValidating,
    /** The last page was full, so there may be more. */
    hasMore: (given ?? data?.length) === HIRES_PAGE,
    asking,
    more,
    changed,
  };
}
