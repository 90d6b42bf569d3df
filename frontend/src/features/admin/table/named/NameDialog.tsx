import { useState } from "react";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { TextField } from "@/ui/forms/TextField";
import { MAX_NAME_LENGTH, findNameError } from "./namedEntries";

type Props = DialogProps & {
  /** Noun for the kind of saved entry, such as "view". */
  noun: string;
  /** Text that says which settings are saved and where. */
  description: string;
  known: readonly { name: string }[];
  onSave: (name: string) => void;
};

/** Asks for the name under which a view, preset or other entry is saved. */
export default function NameDialog({ noun, description, known, onSave, ...dialog }: Props) {
  const [name, setName] = useState("");
  const replaces = known.some((one) => one.name === name.trim());
  const submit = useSubmit(
    () => ({ name: findNameError(name, known, noun) }),
    async () => {
      onSave(name.trim());
      dialog.onOpenChange(false);
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={`Save this ${noun}`}
      description={description}
      action={replaces ? "Replace" : "Save"}
      working="Saving..."
    >
      <TextField
        label="Name"
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        hint={replaces ? `This replaces a ${noun} with the same name.` : undefined}
        {...submit.bind("name", name, setName)}
      />
    </SubmitDialog>
  );
}
