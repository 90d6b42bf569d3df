import { useConfirmBeforeLeaving } from "@/parts/forms/useConfirmBeforeLeaving";
import { useDraft } from "@/parts/forms/useDraft";
import { useSession } from "./useSession";

/**
 * State of a text field that is empty at first, stored as the logged-in user's draft (`useDraft`). Closing or reloading
 * the tab asks for confirmation while the field has text.
 */
export function useUserDraft(name: string) {
  const { user } = useSession();
  const draft = useDraft(`${user?.id ?? 0}.${name}`, "");
  useConfirmBeforeLeaving(draft[0] !== "");
  return draft;
}
