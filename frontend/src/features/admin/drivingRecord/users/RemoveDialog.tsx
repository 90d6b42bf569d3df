import { type FormEvent, useId, useState } from "react";
import { deleteTicket } from "../calls";
import type { Ticket } from "@/api/types";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { toast } from "@/ui/overlays/toast";
import { refresh } from "../../desk/live/refresh";
import { reasonOf } from "../forms/frame/useForm";

const NO_RESULT = "Please enter a result for the ticket removal.";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; ticket: Ticket };

/** Asks for the result before a ticket is removed (docs/PRODUCT.md#removing-a-ticket). */
export default function RemoveDialog({ ticket, ...dialog }: Props) {
  const [result, setResult] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const formId = useId();

  async function remove(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    if (!result.trim()) {
      setWrong(NO_RESULT);
      toast({ title: "Error", description: NO_RESULT, variant: "destructive" });
      event.currentTarget.querySelector("textarea")?.focus();
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await deleteTicket(ticket.id, result.trim());
      toast({ title: "Ticket Removed", description: `Ticket ${ticket.id} has been removed.` });
      dialog.onOpenChange(false);
      void refresh("/api/tickets", "/api/admin/users");
    } catch (error) {
      setFailure(reasonOf(error));
      toast({ title: "Error", description: "Failed to remove ticket.", variant: "destructive" });
      setBusy(false);
    }
  }

  return (
    <Dialog
      {...dialog}
      title={`Remove ticket ${ticket.id}`}
      description={`${ticket.violationType}, ${ticket.amount}, ${ticket.location}`}
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
        {failure && <Alert title="Failed to remove ticket.">{failure}</Alert>}
        <TextAreaField
          label="Result"
          hint="The outcome, such as “dismissed by the court”. It is kept in the audit trail."
          rows={3}
          maxLength={2000}
          value={result}
          error={wrong}
          onChange={(event) => {
            setResult(event.target.value);
            setWrong(null);
          }}
        />
      </form>
      <p>
        The driver will no longer see it. Should a payment for it come in now, the money goes back
        to the driver; what has been paid before stays in their payments.
      </p>
    </Dialog>
  );
}
