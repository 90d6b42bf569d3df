import { useRef, useState } from "react";
import type { EvidenceDraft } from "@/api/types";
import { useSession } from "@/parts/accounts/useSession";
import { readDraft, dropDraft, storeDraft } from "@/parts/forms/drafts";
import { useConfirmBeforeLeaving } from "@/parts/forms/useConfirmBeforeLeaving";

type Texts = Record<string, string>;

/** The typed text by field, and the version of the evidence that the user edited. */
type TypedEvidence = { typed: Texts; version: number };

/** Returns the typed texts that differ from the stored ones. */
const findDifferences = (typed: Texts, stored: Texts): Texts =>
  Object.fromEntries(Object.entries(typed).filter(([field, text]) => text !== stored[field]));

const hasAny = (texts: Texts) => Object.keys(texts).length > 0;

/** Evidence with the user's unsaved edits, which are stored in this tab until saved. */
export function useTypedEvidence(id: number, { evidence, version }: EvidenceDraft) {
  const name = `${useSession().user?.id ?? 0}.evidence-${id}`;
  const [kept, setKept] = useState(() => readDraft<TypedEvidence>(name));
  const [isRestored, setRestored] = useState(kept !== null);
  // A ref, because a save may finish long after the user changed the text again or left the screen.
  const latest = useRef(kept);
  function keep(typed: Texts, over: number) {
    latest.current = hasAny(typed) ? { typed, version: over } : null;
    setKept(latest.current);
    if (latest.current) storeDraft(name, latest.current);
    else {
      dropDraft(name);
      setRestored(false);
    }
  }

  const stored: Texts = Object.fromEntries(evidence.map(({ field, text }) => [field, text]));
  const isTyped = kept !== null && hasAny(findDifferences(kept.typed, stored));
  useConfirmBeforeLeaving(isTyped);
  return {
    texts: { ...stored, ...kept?.typed },
    isTyped,
    isRestored: isRestored && isTyped,
    /** True if another person has saved since the user started typing. */
    isOvertaken: isTyped && kept.version !== version,
    set: (field: string, text: string) =>
      keep(findDifferences({ ...kept?.typed, [field]: text }, stored), kept?.version ?? version),
    startOver: () => keep({}, version),
    /** Called after a save with the stored texts and their version. Keeps text typed since. */
    saved: (texts: Texts, savedVersion: number) =>
      keep(findDifferences(latest.current?.typed ?? {}, texts), savedVersion),
  };
}
