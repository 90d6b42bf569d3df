import type { Proof } from "@/api/types";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { toast } from "@/ui/overlays/toast";
import { deleteProof, refreshMoney } from "../calls";
import { describeRemittanceRefusal } from "../remittanceTexts";

type Props = DialogProps & { proof: Proof };

export default function RemoveProofDialog({ proof, ...dialog }: Props) {
  const submit = useSubmit(
    () => ({}),
    async () => {
      try {
        await deleteProof(proof.id);
      } finally {
        void refreshMoney();
      }
      dialog.onOpenChange(false);
      toast({ title: "Proof Deleted", description: proof.name });
    },
    describeRemittanceRefusal,
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Delete this proof?"
      description={`This permanently deletes ${proof.name}. The audit trail records that it existed and who deleted it.`}
      action="Delete"
      working="Deleting..."
      danger
      cancelLabel="Keep proof"
    />
  );
}
