import type { Parking, Ticket, Toll } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { useUserDraft } from "@/parts/accounts/useUserDraft";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { toast } from "@/ui/overlays/toast";
import { refresh } from "../../desk/live/refresh";
import { deleteItem } from "../calls";
import { describeFailure } from "../../desk/forms/useDraftForm";
import css from "./users.module.css";

/**
 * For each kind of item: its name in a sentence and in a heading, and the cache key of its list.
 */
const KINDS: Record<ItemKind, { noun: string; title: string; list: string }> = {
  ticket: { noun: "ticket", title: "Ticket", list: "/api/tickets" },
  parking: { noun: "parking ticket", title: "Parking Ticket", list: "/api/parking" },
  toll: { noun: "toll", title: "Toll", list: "/api/tolls" },
};

type Props = DialogProps & { kind: ItemKind; item: Ticket | Parking | Toll };

const showError = (description: string) =>
  toast({ title: "Error", description, variant: "destructive" });

/**
 * Asks staff to describe how the matter ended before an item is removed
 * (docs/product/driving-record.md#removing-an-item).
 */
export default function RemoveDialog({ kind, item, ...dialog }: Props) {
  const { noun, title, list } = KINDS[kind];
  const [result, setResult, discardResult] = useUserDraft(`remove-${kind}-${item.id}`);
  const submit = useSubmit(
    () => {
      if (result.trim()) return {};
      const noResult = `Please enter a result for the ${noun} removal.`;
      showError(noResult);
      return { result: noResult };
    },
    async () => {
      await deleteItem(kind, item.id, result.trim());
      discardResult();
      toast({ title: `${title} Removed`, description: `We removed ${noun} ${item.id}.` });
      dialog.onOpenChange(false);
      void refresh(list, "/api/admin/users");
    },
    (error) => {
      showError(`Failed to remove ${noun}.`);
      return { failure: describeFailure(error) };
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={`Remove ${noun} ${item.id}`}
      description={itemDetails(item)}
      action="Confirm Remove"
      danger
      failureTitle={`Failed to remove ${noun}.`}
      contentBelow={
        <p className={css.after}>
          The driver will no longer see it. If a payment for it arrives later, we refund it. Earlier
          payments stay in their payment history.
        </p>
      }
    >
      <TextAreaField
        label="Result"
        hint={
          item.standing === "being_checked"
            ? "The driver added this and will see your result, for example why you couldn’t find it."
            : "The outcome, such as “dismissed by the court”. It stays in the audit trail."
        }
        rows={3}
        maxLength={2000}
        {...submit.bind("result", result, setResult)}
      />
    </SubmitDialog>
  );
}

const itemDetails = (item: Ticket | Parking | Toll) =>
  "tollRoad" in item
    ? `${item.tollRoad}, ${item.amount}`
    : `${item.violationType}, ${item.amount}, ${item.location}`;
