import {
  saveContestLetter,
  setContestLetterSent,
  showContestLetter,
} from "@/api/generated/itemFiles/sdk.gen";
import type { ContestLetter, ContestLetterBody } from "@/api/types";
import type { ItemKind } from "@/lib/paths";

/** A ticket, parking ticket or toll. */
export type ItemRef = { kind: ItemKind; id: number };

export const letterKey = ({ kind, id }: ItemRef) => ["/api/contest-letter", kind, id] as const;

export const getLetter = (item: ItemRef): Promise<ContestLetter> =>
  showContestLetter({ path: item });

export const postLetter = (item: ItemRef, body: ContestLetterBody): Promise<ContestLetter> =>
  saveContestLetter({ path: item, body });

/**
 * Stores when the letter or the issuer's own form was sent. `sentOn` is null if it wasn't sent, and
 * `version` is null if nothing was saved before.
 */
export const postLetterSent = (
  item: ItemRef,
  version: number | null,
  sentOn: string | null,
): Promise<ContestLetter> => setContestLetterSent({ path: item, body: { version, sentOn } });
