import { type FormEvent, useId, useState } from "react";
import type { Parking, Ticket, Toll } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { Dialog } from "@/ui/overlays/Dialog";
import { toast } from "@/ui/overlays/toast";
import { refresh } from "../../desk/live/refresh";
import { deleteItem } from "../calls";
import { describeFailure } from "../forms/frame/useForm";
import css from "./users.module.css";

/**
 * For each kind of item: its name in a sentence and in a heading, and the cache key of its list.
 */
const KINDS: Record<ItemKind, { noun: string; title: string; list: string }> = {
  ticket: { noun: "ticket", title: "Ticket", list: "/api/tickets" },
  parking: { noun: "parking ticket", title: "Parking Ticket", list: "/api/parking" },
  toll: { noun: "toll", title: "Toll", list: "/api/tolls" },
};

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  kind: ItemKind;
  item: Ticket | Parking | Toll;
};

/**
 * Asks staff to describe how the matter ended before an item is removed
 * (docs/product/driving-record.md#removing-an-item).
 */
export default function RemoveDialog({ kind, item, ...dialog }: Props) {
  const { noun, title, list } = KINDS[kind];
  const [result, setResult] = useState("");
  const [resultError, setResultError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const formId = useId();

  async function remove(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    if (!result.trim()) {
      const noResult = `Please enter a result for the ${noun} removal.`;
      setResultError(noResult);
      toast({ title: "Error", description: noResult, variant: "destructive" });
      event.currentTarget.querySelector("textarea")?.focus();
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await deleteItem(kind, item.id, result.trim());
      toast({
        title: `${title} Removed`,
        description: `We removed ${noun} ${item.id}.`,
      });
      dialog.onOpenChange(false);
      void refresh(list, "/api/admin/users");
    } catch (error) {
      setFailure(describeFailure(error));
      toast({ title: "Error", description: `Failed to remove ${noun}.`, variant: "destructive" });
      setBusy(false);
    }
  }

  return (
    <Dialog
      {...dialog}
      title={`Remove ${noun} ${item.id}`}
      description={itemDetails(item)}
      footer={
        <>
          <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="danger" type="submit" form={formId} loading={busy}>
            Confirm Remove
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void remove(event)} noValidate>
        {failure && <Alert title={`Failed to remove ${noun}.`}>{failure}</Alert>}
        <TextAreaField
          label="Result"
          hint={
            item.standing === "being_checked"
              ? "The driver added this and will see your result, for example why you couldn’t find it."
              : "The outcome, such as “dismissed by the court”. It stays in the audit trail."
          }
          rows={3}
          maxLength={2000}
          value={result}
          error={resultError}
          onChange={(event) => {
            setResult(event.target.value);
            setResultError(null);
          }}
        />
      </form>
      <p className={css.after}>
        The driver will no longer see it. If a payment for it arrives later, we refund it. Earlier
        payments stay in their payment history.
      </p>
    </Dialog>
  );
}

const itemDetails = (item: Ticket | Parking | Toll) =>
  "tollRoad" in item
    ? `${item.tollRoad}, ${item.amount}`
    : `${item.violationType}, ${item.amount}, ${item.location}`;
