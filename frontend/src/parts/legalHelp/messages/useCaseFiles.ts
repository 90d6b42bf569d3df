import { REVALIDATE_ON_MOUNT, useRead } from "@/api/useRead";
import type { CaseCorrespondence } from "@/api/types";
import { getMessages, messagesKey, type Side } from "./calls";

/** The files of a case, read together with its messages. */
export function useCaseFiles(side: Side, id: number, isNeeded = true) {
  const { data, error, isValidating, mutate } = useRead<CaseCorrespondence>(
    isNeeded ? messagesKey(side, id) : null,
    () => getMessages(side, id),
    REVALIDATE_ON_MOUNT,
  );
  return { files: data?.files, error, retrying: isValidating, refetch: () => mutate() };
}
