import { useRef, useState } from "react";
import type { EvidenceDraft } from "@/api/types";
import { useSession } from "@/parts/accounts/useSession";
import { draftOf, dropDraft, keepDraft } from "@/parts/forms/drafts";
import { useAsksBeforeLeaving } from "@/parts/forms/useAsksBeforeLeaving";

type Texts = Record<string, string>;

/** What is typed, by field, and the version it was begun over. */
type Kept = { typed: Texts; version: number };

const differing = (typed: Texts, from: Texts): Texts =>
  Object.fromEntries(Object.entries(typed).filter(([field, text]) => text !== from[field]));

const isAny = (texts: Texts) => Object.keys(texts).length > 0;

/** Evidence as it is typed over what is stored by now: kept in this tab, for this person, until it is saved. */
export function useTypedEvidence(id: number, { evidence, version }: EvidenceDraft) {
  const name = `${useSession().user?.id ?? 0}.evidence-${id}`;
  const [kept, setKept] = useState(() => draftOf<Kept>(name));
  const [isRestored, setRestored] = useState(kept !== null);
  // A save may be done long after what was typed has changed again, or has left the screen.
  const latest = useRef(kept);
  function keep(typed: Texts, over: number) {
    latest.current = isAny(typed) ? { typed, version: over } : null;
    setKept(latest.current);
    if (latest.current) keepDraft(name, latest.current);
    else {
      dropDraft(name);
      setRestored(false);
    }
  }

  const stored: Texts = Object.fromEntries(evidence.map(({ field, text }) => [field, text]));
  const isTyped = kept !== null && isAny(differing(kept.typed, stored));
  useAsksBeforeLeaving(isTyped);
  return {
    texts: { ...stored, ...kept?.typed },
    isTyped,
    isRestored: isRestored && isTyped,
    /** Somebody has saved since the typing began. */
    isOvertaken: isTyped && kept.version !== version,
    set: (field: string, text: string) =>
      keep(differing({ ...kept?.typed, [field]: text }, stored), kept?.version ?? version),
    startOver: () => keep({}, version),
    /** These texts are stored as this version; what was typed since they were sent stays. */
    saved: (texts: Texts, as: number) => keep(differing(latest.current?.typed ?? {}, texts), as),
  };
}
