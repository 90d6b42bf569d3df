import type { Proof } from "@/api/types";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { toast } from "@/ui/overlays/toast";
import { deleteProof, refreshMoney } from "../calls";
import { refusalText } from "../words";

type Props = DialogProps & { proof: Proof };

/** Deletes a proof. */
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
      toast({ title: "Proof Removed", description: proof.name });
    },
    refusalText,
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Remove this proof?"
      description={`${proof.name} is deleted for good. The audit trail keeps that it was there, and who removed it.`}
      action="Remove"
      working="Removing..."
      danger
      keep="Keep it"
    />
  );
}
