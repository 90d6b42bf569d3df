import type { Remittance } from "@/api/types";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { toast } from "@/ui/overlays/toast";
import { deleteRemittance, refreshMoney } from "../calls";
import { formatPaymentCount, describeRemittanceRefusal } from "../remittanceTexts";

type Props = DialogProps & { remittance: Remittance; onDone: () => void };

/** Undoes a remittance that wasn't sent. */
export default function UndoRemittanceDialog({ remittance, onDone, ...dialog }: Props) {
  const { id, payee } = remittance;
  const submit = useSubmit(
    () => ({}),
    async () => {
      try {
        await deleteRemittance(id);
      } catch (error) {
        void refreshMoney();
        throw error;
      }
      dialog.onOpenChange(false);
      // Close the panel first, because it would report the deleted remittance as not found.
      onDone();
      toast({
        title: "Remittance Undone",
        description: `Its payments are owed to ${payee.name} again.`,
      });
      void refreshMoney();
    },
    describeRemittanceRefusal,
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={`Undo remittance ${id}?`}
      description={`Only undo a remittance you haven’t sent. ${formatPaymentCount(remittance.payments)} to ${payee.name} will be owed again. We won’t reuse remittance number ${id}.`}
      action="Undo remittance"
      working="Undoing..."
      danger
      cancelLabel="Keep remittance"
    />
  );
}
