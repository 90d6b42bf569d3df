import type { CaseCorrespondence, CaseFile } from "@/api/types";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { toast } from "@/ui/overlays/toast";
import { deleteFile, type Side } from "./calls";

type Props = DialogProps & {
  side: Side;
  file: CaseFile;
  onDeleted: (next: CaseCorrespondence) => void;
};

/** Who can no longer open the file once it is deleted, in words for each kind of viewer. */
const READERS: Record<Side, string> = {
  driver: "both you and your lawyer",
  lawyer: "both you and the driver",
  staff: "both the driver and the lawyer",
};

export function DeleteFileDialog({ side, file, onDeleted, ...dialog }: Props) {
  const submit = useSubmit(
    () => ({}),
    async () => {
      onDeleted(await deleteFile(side, file.id));
      toast({ title: "File Deleted", description: file.name });
      dialog.onOpenChange(false);
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Delete this file?"
      description={`This deletes ${file.name} for ${READERS[side]}. The case will still show that a file was deleted, but not its name.`}
      action="Delete"
      working="Deleting..."
      cancelLabel="Keep file"
      danger
    />
  );
}
