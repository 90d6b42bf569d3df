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
  const [edits, setEdits] = useState(() => readDraft<TypedEvidence>(name));
  const [isRestored, setRestored] = useState(edits !== null);
  // A ref, because a save may finish long after the user changed the text again or left the screen.
  const latest = useRef(edits);
  /** Stores unsaved edits of the version `baseVersion`, or deletes them if nothing was edited. */
  function storeEdits(typed: Texts, baseVersion: number) {
    latest.current = hasAny(typed) ? { typed, version: baseVersion } : null;
    setEdits(latest.current);
    if (latest.current) storeDraft(name, latest.current);
    else {
      dropDraft(name);
      setRestored(false);
    }
  }

  const stored: Texts = Object.fromEntries(evidence.map(({ field, text }) => [field, text]));
  const isTyped = edits !== null && hasAny(findDifferences(edits.typed, stored));
  useConfirmBeforeLeaving(isTyped);
  return {
    texts: { ...stored, ...edits?.typed },
    isTyped,
    isRestored: isRestored && isTyped,
    /** True if another person has saved since the user started typing. */
    isOvertaken: isTyped && edits.version !== version,
    set: (field: string, text: string) =>
      storeEdits(
        findDifferences({ ...edits?.typed, [field]: text }, stored),
        edits?.version ?? version,
      ),
    startOver: () => storeEdits({}, version),
    /** Called after a save with the saved texts and version. Keeps text typed during the save. */
    saved: (texts: Texts, savedVersion: number) =>
      storeEdits(findDifferences(latest.current?.typed ?? {}, texts), savedVersion),
  };
}
